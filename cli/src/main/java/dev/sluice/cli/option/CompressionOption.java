package dev.sluice.cli.option;

import dev.sluice.storage.table.TableFormat;
import picocli.CommandLine.Option;

/** How hard a job packs what it writes. */
public final class CompressionOption {
  /** Those above are zstd's "ultra" levels: they want much more memory. */
  private static final int MOST = 19;

  @Option(
      names = "--compression-level",
      paramLabel = "N",
      description =
          "Level of zstd, 1 to " + MOST + " for Parquet and .zst. Default: ${DEFAULT-VALUE}.")
  private int level = TableFormat.LEVEL;

  /** Notes a level that there is not. */
  public void check(OptionProblems problems) {
    problems.within("--compression-level", level, 1, MOST);
  }

  public int level() {
    return level;
  }
}
