package dev.sluice.cli;

import dev.sluice.storage.parquet.TableFormat;
import picocli.CommandLine.Option;

/** How hard a job packs what it writes. */
final class CompressionOption {
  /** Those above are zstd's "ultra" levels: they want much more memory. */
  private static final int MOST = 19;

  @Option(
      names = "--compression-level",
      paramLabel = "N",
      description =
          "Of zstd, 1 to "
              + MOST
              + ", for Parquet and .zst; what is .gz keeps its own. Default: ${DEFAULT-VALUE}.")
  private int level = TableFormat.LEVEL;

  /** Notes a level that there is not. */
  void check(OptionProblems problems) {
    problems.within("--compression-level", level, 1, MOST);
  }

  int level() {
    return level;
  }
}
