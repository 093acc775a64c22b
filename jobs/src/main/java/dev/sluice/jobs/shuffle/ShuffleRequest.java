package dev.sluice.jobs.shuffle;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings of a shuffle.
 *
 * @param inputs the inputs, in the order that determines row numbers
 * @param output the output directory
 * @param seed the seed; drawn at random if empty
 * @param split how rows are divided into files
 * @param format format of the output; if empty, the format of the inputs
 * @param union whether Parquet files can lack columns, whose values are then null
 * @param temporary directory for temporary files; beside the output if empty
 * @param threads number of threads, 1 or more
 * @param memory the heap and its division
 */
public record ShuffleRequest(
    List<ShuffleInput> inputs,
    Path output,
    OptionalLong seed,
    FileSplit split,
    Optional<RowFormat> format,
    boolean union,
    Optional<Path> temporary,
    int threads,
    ShuffleMemory memory) {
  /** Copies the list. */
  public ShuffleRequest {
    inputs = List.copyOf(inputs);
  }

  /** Returns a copy with the given output. */
  public ShuffleRequest into(Path directory) {
    return new ShuffleRequest(
        inputs, directory, seed, split, format, union, temporary, threads, memory);
  }

  /**
   * How the rows are divided into files.
   *
   * @param shards number of files, whose numbers of rows differ by at most one
   * @param rowsPerFile number of rows of each file but the last; an alternative to {@code shards}
   */
  public record FileSplit(OptionalInt shards, OptionalLong rowsPerFile) {
    /** Writes all rows to one file. */
    public static final FileSplit ONE = new FileSplit(OptionalInt.empty(), OptionalLong.empty());

    /** The maximum number of files. */
    public static final int MAX_SHARDS = 100_000;

    /** Checks both. */
    public FileSplit {
      if (shards.isPresent() && rowsPerFile.isPresent()) {
        throw new IllegalArgumentException("use either --shards or --rows-per-file");
      }
      if (shards.orElse(1) < 1 || shards.orElse(1) > MAX_SHARDS) {
        throw new IllegalArgumentException(
            "--shards %d: must be from 1 to %d".formatted(shards.getAsInt(), MAX_SHARDS));
      }
      if (rowsPerFile.orElse(1) < 1) {
        throw new IllegalArgumentException(
            "--rows-per-file %d: must be at least 1".formatted(rowsPerFile.getAsLong()));
      }
    }

    /** Returns the number of files for this many rows, which is at least one. */
    public int files(long rows) {
      if (rowsPerFile.isEmpty()) {
        return shards.orElse(1);
      }
      long files = Math.max(1, (rows - 1) / rowsPerFile.getAsLong() + 1);
      if (files > MAX_SHARDS) {
        throw new IllegalArgumentException(
            "--rows-per-file %d makes %d files from %d rows, but at most %d files are allowed"
                .formatted(rowsPerFile.getAsLong(), files, rows, MAX_SHARDS));
      }
      return (int) files;
    }

    /**
     * Returns the first row of a file. If the argument is the number of files, returns the number
     * of rows.
     */
    public long firstRow(int file, long rows) {
      if (rowsPerFile.isPresent()) {
        return Math.min(rows, file * rowsPerFile.getAsLong());
      }
      long files = shards.orElse(1);
      return rows / files * file + Math.min(file, rows % files);
    }
  }

  /**
   * An input of a shuffle.
   *
   * @param path a directory, file or glob
   * @param share how much of the input to use
   */
  public record ShuffleInput(String path, Share share) {
    private static final Pattern WITH_SHARE = Pattern.compile("(.+):(epochs|weight)=([^:]*)");

    /** Returns the path of an input as typed, even if the amount is not valid. */
    public static String pathOf(String text) {
      Matcher parts = WITH_SHARE.matcher(text);
      return parts.matches() ? parts.group(1) : text;
    }

    /**
     * Parses an input as typed. It is a path, optionally followed by {@code :epochs=2} or {@code
     * :weight=0.3}.
     *
     * @throws IllegalArgumentException if the amount is not a number greater than 0
     */
    public static ShuffleInput parse(String text) {
      Matcher parts = WITH_SHARE.matcher(text);
      if (!parts.matches()) {
        return new ShuffleInput(text, Share.ONCE);
      }
      Share.Kind kind = Share.Kind.valueOf(parts.group(2).toUpperCase(Locale.ROOT));
      try {
        return new ShuffleInput(parts.group(1), new Share(kind, new BigDecimal(parts.group(3))));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "%s: \"%s\" is not a number".formatted(text, parts.group(3)), e);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("%s: must be more than 0".formatted(text), e);
      }
    }

    /**
     * How much of an input to use.
     *
     * @param kind the meaning of the amount
     * @param amount the amount, more than 0
     */
    public record Share(Kind kind, BigDecimal amount) {
      /** Uses all rows once. */
      public static final Share ONCE = new Share(Kind.EPOCHS, BigDecimal.ONE);

      /** The meaning of an amount. */
      public enum Kind {
        /**
         * How often each row occurs. If the amount has a fraction, this fraction of the rows occurs
         * once more than the others.
         */
        EPOCHS,
        /**
         * The input's share of all rows. It is proportional to the other weights. The result is as
         * large as possible without repeating a row.
         */
        WEIGHT;

        @Override
        public String toString() {
          return name().toLowerCase(Locale.ROOT);
        }
      }

      /** Checks the amount. */
      public Share {
        if (amount.signum() <= 0) {
          throw new IllegalArgumentException(
              "%s of %s: must be more than 0".formatted(kind, amount));
        }
      }

      public boolean isWhole() {
        return kind == Kind.EPOCHS && amount.stripTrailingZeros().scale() <= 0;
      }
    }
  }
}
