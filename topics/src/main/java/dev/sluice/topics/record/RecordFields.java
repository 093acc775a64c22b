package dev.sluice.topics.record;

import dev.sluice.core.DumpName;

/**
 * Checks fields that become part of keys or paths, because another program may have written them.
 */
final class RecordFields {
  private RecordFields() {}

  /** Checks a unit, which becomes part of keys that are separated by NUL. */
  static String requireUnit(String unit) throws MalformedRecordException {
    if (unit.isEmpty() || unit.indexOf('\0') >= 0) {
      throw new MalformedRecordException("a unit that is empty or holds a NUL");
    }
    return unit;
  }

  /** Checks a dump, which becomes the name of a directory and must not contain another path. */
  static String requireDump(String dump) throws MalformedRecordException {
    if (!dump.equals(DumpName.UNKNOWN) && !DumpName.isValid(dump)) {
      throw new MalformedRecordException(
          "dump \"" + dump + "\": allowed are " + DumpName.UNKNOWN + " and " + DumpName.ALLOWED);
    }
    return dump;
  }
}
