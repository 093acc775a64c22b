package dev.sluice.objects.hub;

/**
 * A requested range of a file.
 *
 * @param position of the first
 * @param length at least 1
 * @param bytes of the file
 */
record HubRange(long position, int length, long bytes) {
  /** Returns the value of the {@code Range} header. */
  String header() {
    return "bytes=%d-%d".formatted(position, position + length - 1);
  }
}
