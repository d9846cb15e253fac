#pragma once
/* The handful of Linux calls and macros that Swift cannot import. */
#include <sys/eventfd.h>

#include "control.h"
#include "namespaces.h"
#include "packets.h"
#include "sockets.h"
#include "spawning.h"
