package dev.sluice.objects.hub;

/**
 * Bytes of a file that are asked for.
 *
 * @param position of the first
 * @param length at least 1
 * @param bytes of the file
 */
record HubRange(long position, int length, long bytes) {
  /** The value of the header that asks for it. */
  String header() {
    return "bytes=%d-%d".formatted(position, position + length - 1);
  }
}
