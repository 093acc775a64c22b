package dev.sluice.settings.load;

import static dev.sluice.operators.SystemTypes.duration;
import static dev.sluice.operators.SystemTypes.path;
import static dev.sluice.operators.SystemTypes.size;
import static dev.sluice.operators.ValueType.matching;
import static dev.sluice.operators.ValueType.optional;
import static dev.sluice.operators.ValueType.orAuto;
import static dev.sluice.operators.ValueType.whole;
import static dev.sluice.settings.load.ConfigKey.free;

import dev.sluice.settings.load.ConfigKey.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The machine, errors of its disks, and the port that answers for a process. */
final class MachineKeys {
  static final ConfigKey<Optional<Long>> MEMORY =
      free(
          "memory",
          orAuto(size("1MiB", "1TiB")),
          "auto",
          "Memory budget of the whole process, not only of the heap. `auto`: half of the"
              + " machine's, at most 2GiB.");
  static final ConfigKey<Optional<Path>> WORK_DIR =
      free(
          "work-dir",
          optional(path()),
          "",
          "Directory for state, broker data and log files, used by one process at a time."
              + " `{instance}` in it becomes the lowest number from 1 whose directory no other"
              + " process uses. Default: `_sluice/work` in the output; for separate roles"
              + " `_sluice/work-streams` and so on. Required for an output in an object store.");

  // Reading and writing
  static final ConfigKey<Integer> IO_RETRIES =
      free(
          "io.retries",
          whole(0, 20),
          "3",
          "How often to retry reading an input file or writing a shard after an I/O error.");
  static final ConfigKey<Duration> IO_BACKOFF =
      free(
          "io.backoff",
          duration("0ms", "10m"),
          "1s",
          "Wait before the first retry. It doubles with each further one.");
  static final ConfigKey<Long> MIN_FREE_DISK =
      free(
          "io.min-free-disk",
          size("1KiB", "1TiB"),
          "128MiB",
          "If a process has less free space than this where it writes, it waits for more,"
              + " then stops cleanly.");

  // Health
  static final ConfigKey<Optional<Integer>> HTTP_PORT =
      free(
          "http.port",
          optional(whole(0, 65535)),
          "",
          "Port that answers for [health](status.md#health), the [live page](status.md#live-page),"
              + " and [metrics](metrics.md). 0: any free port. Default: none.");
  static final ConfigKey<String> HTTP_HOST =
      free(
          "http.host",
          matching("[^\\s,/]+", "a name or an address of this machine"),
          "127.0.0.1",
          "Address that this port listens on. Other than on the loopback"
              + " address, everybody who can reach it can read it.");
  static final ConfigKey<Optional<String>> HTTP_NAMES =
      free(
              "http.names",
              optional(matching("[^\\s,/]+(,\\s*[^\\s,/]+)*", "names, several with commas")),
              "",
              "Further host names that this port answers to. Requests for other"
                  + " names are refused.")
          .as(Kind.JOINED);

  private MachineKeys() {}
}
