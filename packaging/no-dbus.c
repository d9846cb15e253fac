// What libpcap.a asks of D-Bus, for the archive that needs nothing but glibc. libpcap can capture the messages of D-Bus,
// which Headwind does not do: opening such a capture fails with a message, and the rest is never reached.
#include <stdlib.h>

// The beginning of libdbus's DBusError, which is all that libpcap reads.
struct DBusError {
  const char *name;
  const char *message;
};

static void *fail(struct DBusError *error) {
  error->name = "org.freedesktop.DBus.Error.NotSupported";
  error->message = "this build does not capture D-Bus";
  return NULL;
}

void *dbus_bus_get(int type, struct DBusError *error) { return fail(error); }
void *dbus_connection_open(const char *address, struct DBusError *error) { return fail(error); }
void dbus_error_free(struct DBusError *error) {}

#define UNREACHED(name) \
  void name(void) { abort(); }
UNREACHED(dbus_bus_add_match)
UNREACHED(dbus_bus_register)
UNREACHED(dbus_connection_flush)
UNREACHED(dbus_connection_pop_message)
UNREACHED(dbus_connection_read_write)
UNREACHED(dbus_connection_send)
UNREACHED(dbus_connection_set_max_received_size)
UNREACHED(dbus_connection_unref)
UNREACHED(dbus_error_is_set)
UNREACHED(dbus_free)
UNREACHED(dbus_message_demarshal)
UNREACHED(dbus_message_is_signal)
UNREACHED(dbus_message_marshal)
UNREACHED(dbus_message_unref)
