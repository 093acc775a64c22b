package dev.sluice.storage.json;

import java.util.List;

/** Names of files that hold JSON, compressed or not. */
public final class JsonName {
  /** Their endings, without that of a compression. */
  public static final List<String> ENDINGS = List.of(".jsonl", ".ndjson", ".json");

  private JsonName() {}

  /** Whether a file of this name holds JSON. Case does not matter. */
  public static boolean matches(String name) {
    return ENDINGS.stream().anyMatch(StreamCompression.unpackedName(name)::endsWith);
  }
}
