package dev.sluice.jobs.init;

import dev.sluice.core.values.InputPath;
import dev.sluice.storage.text.InputGlob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The name of a data set: that of the first directory or file, as far as it is allowed. */
final class DatasetName {
  private static final int LONGEST = 64;
  private static final String OTHER = "dataset";

  private DatasetName() {}

  static String of(List<String> inputs) {
    Path input = InputPath.of(inputs.get(0));
    Path named = Files.exists(input) ? input : InputGlob.base(input);
    Path name = named.toAbsolutePath().normalize().getFileName();
    String text = name == null ? "" : name.toString().replaceFirst("(?i)\\.(parquet|jsonl?).*", "");
    String allowed = text.replaceAll("[^0-9A-Za-z._-]+", "-").replaceAll("^[^0-9A-Za-z]+|-+$", "");
    return allowed.isEmpty() ? OTHER : allowed.substring(0, Math.min(LONGEST, allowed.length()));
  }
}
