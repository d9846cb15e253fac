// Reads a pcap file of Ethernet and walks the headers of every frame: as little as a program can do that lists packets.
// Prints how many TCP segments and UDP datagrams there are, and the sum of their lengths and ports.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint16_t big16(const unsigned char *bytes) { return bytes[0] << 8 | bytes[1]; }

static uint32_t little32(const unsigned char *bytes) {
    uint32_t value;
    memcpy(&value, bytes, 4);
    return value;
}

int main(int count, char **words) {
    static unsigned char frame[1 << 18];
    static char room[1 << 20];
    unsigned char header[24];
    uint64_t segments = 0, datagrams = 0, sum = 0;
    if (count < 2) return 2;
    FILE *file = fopen(words[1], "rb");
    if (!file || setvbuf(file, room, _IOFBF, sizeof room) || fread(header, 24, 1, file) != 1) return 1;
    while (fread(header, 16, 1, file) == 1) {
        uint32_t length = little32(header + 8);
        if (length > sizeof frame || fread(frame, 1, length, file) != length) return 1;
        if (length < 34 || big16(frame + 12) != 0x0800) continue;
        uint32_t place = 14 + (frame[14] & 15) * 4;
        if (place + 20 > length && frame[23] == 6) continue;
        if (place + 8 > length) continue;
        if (frame[23] == 6) segments++;
        else if (frame[23] == 17) datagrams++;
        else continue;
        sum += big16(frame + 16) + big16(frame + place) + big16(frame + place + 2);
    }
    printf("%llu %llu %llu\n", (unsigned long long)segments, (unsigned long long)datagrams, (unsigned long long)sum);
    return 0;
}
