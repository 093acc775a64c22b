package dev.sluice.cli.option;

import dev.sluice.settings.Problems;
import dev.sluice.storage.table.TableFormat;
import picocli.CommandLine.Option;

/** The compression level of a job's output. */
public final class CompressionOption {
  /** Maximum level. Higher levels are zstd's "ultra" levels, which need much more memory. */
  private static final int MOST = 19;

  @Option(
      names = "--compression-level",
      paramLabel = "N",
      description =
          "Compression level of zstd, from 1 to "
              + MOST
              + ", for Parquet and .zst files. Default: ${DEFAULT-VALUE}.")
  private int level = TableFormat.LEVEL;

  /** Reports an invalid level. */
  public void check(Problems problems) {
    problems.within("--compression-level", level, 1, MOST);
  }

  public int level() {
    return level;
  }
}
