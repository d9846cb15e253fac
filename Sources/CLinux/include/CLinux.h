#pragma once
/* The handful of Linux calls and macros that Swift cannot import. */
#include <sys/eventfd.h>

#include "apart.h"
#include "control.h"
#include "load.h"
#include "namespaces.h"
#include "packets.h"
#include "process.h"
#include "relay.h"
#include "sockets.h"
#include "spawning.h"

/* On how many cores the calling thread may run, which taskset(1) and containers limit; 1 where the kernel does not say. */
int hw_usable_cores(void);
