package dev.sluice.it.campaign;

import dev.sluice.it.Output;
import dev.sluice.it.Sources;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What is read in a round. */
enum Input {
  /** Three dumps, each a unit. */
  DUMPS(List.of()) {
    @Override
    void make(Path directory) {
      Sources.generate(directory, 4_000, 3, 42);
    }
  },
  /** One unit of files that each hold another dump. */
  FILES(List.of()) {
    @Override
    void make(Path directory) {
      Path dumps = Sources.generate(directory.resolveSibling("files-by-dump"), 3_000, 4, 5);
      for (Path file : Output.walk(dumps)) {
        String name = dumps.relativize(file).toString().replace('/', '-').replace("CC-MAIN", "of");
        Sources.copyFile(file, directory.resolve(name));
      }
    }
  },
  /** Two dumps whose longer texts do not travel. */
  POINTERS(List.of("--set", "input.max-document-size=8KiB")) {
    @Override
    void make(Path directory) {
      Sources.generate(directory, 3_000, 2, 11);
    }
  };

  private final List<String> options;

  Input(List<String> options) {
    this.options = options;
  }

  /** What belongs on the command line of every role, beside the paths. */
  List<String> options() {
    return options;
  }

  /** Writes the files; the same each time. */
  abstract void make(Path directory);

  String words() {
    return name().toLowerCase(Locale.ROOT);
  }
}
