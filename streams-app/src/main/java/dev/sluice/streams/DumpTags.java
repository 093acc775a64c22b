package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Digests;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The values of the store of ids: the first 8 bytes of MD5(unit, NUL, dump). They show which dump
 * holds an id, and find the ids of a dump again. Caches one tag per unit and dump.
 */
final class DumpTags {
  private static final int LENGTH = 8;

  private final Map<String, byte[]> tags = new HashMap<>();

  byte[] of(String unit, String dump) {
    return tags.computeIfAbsent(unit + "\0" + dump, DumpTags::tag);
  }

  private static byte[] tag(String name) {
    return Arrays.copyOf(Digests.md5().digest(name.getBytes(UTF_8)), LENGTH);
  }
}
