package dev.sluice.settings.load;

import static dev.sluice.operators.SystemTypes.duration;
import static dev.sluice.operators.SystemTypes.size;
import static dev.sluice.operators.ValueType.flag;
import static dev.sluice.operators.ValueType.matching;
import static dev.sluice.operators.ValueType.orAuto;
import static dev.sluice.operators.ValueType.whole;
import static dev.sluice.settings.load.ConfigKey.free;

import java.time.Duration;
import java.util.Optional;

/** How the input is read, and when it is complete. */
final class IngestKeys {
  static final ConfigKey<Boolean> PUSH_DOWN =
      free(
          "ingest.push-down",
          flag(),
          "true",
          "Apply the rules at ingest, so that dropped rows are not sent to Kafka. The"
              + " result is the same.");
  static final ConfigKey<Optional<Integer>> WORKERS =
      free(
          "ingest.workers",
          orAuto(whole(1, 256)),
          "auto",
          "Threads that decode the input. `auto`: one per processor, at most 4; 8 if the input is"
              + " in an object store.");
  static final ConfigKey<Long> TRANSACTION_BYTES =
      free(
          "ingest.transaction-bytes",
          size("64KiB", "1GiB"),
          "32MiB",
          "Commit a transaction of rows and progress when it reaches this size,");
  static final ConfigKey<Duration> TRANSACTION_INTERVAL =
      free("ingest.transaction-interval", duration("10ms", "30s"), "2s", "or this age.");
  static final ConfigKey<Duration> WATCH_INTERVAL =
      free(
          "ingest.watch.interval",
          duration("100ms", "1d"),
          "5s",
          "How often `ingest --watch` lists the input.");
  static final ConfigKey<Duration> WATCH_SETTLE =
      free(
          "ingest.watch.settle",
          duration("0ms", "7d"),
          "30s",
          "How long the files of a dump must stay unchanged before the dump counts as"
              + " complete. Choose more than the longest pause between two files.");
  static final ConfigKey<String> WATCH_FILE_LIST =
      free(
          "ingest.watch.file-list",
          matching("[^/\\\\]{1,255}", "a file name"),
          "_FILES",
          "Name of a file that lists the files of a dump in its directory: on each line a"
              + " path and, after a tab, the size. If the list exists, the dump is complete when"
              + " all of its files do.");

  private IngestKeys() {}
}
