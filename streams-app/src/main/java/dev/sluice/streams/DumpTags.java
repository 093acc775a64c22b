package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The values of the deduplication store: 8 bytes of MD5(unit, NUL, dump), so that "which dump holds
 * this id" can be answered and a dump's ids can be found again. One entry per (unit, dump) seen.
 */
final class DumpTags {
  private static final int LENGTH = 8;

  private final Map<String, byte[]> tags = new HashMap<>();

  byte[] of(String unit, String dump) {
    return tags.computeIfAbsent(unit + "\0" + dump, DumpTags::tag);
  }

  private static byte[] tag(String name) {
    try {
      return Arrays.copyOf(MessageDigest.getInstance("MD5").digest(name.getBytes(UTF_8)), LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
