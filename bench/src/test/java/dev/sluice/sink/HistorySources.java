package dev.sluice.sink;

import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The input of a made-up history: links to the files that the output was started with. */
final class HistorySources {
  /** File systems have a limit; ext4 takes 65,000 names for a file. */
  private static final int MAX_LINKS = 60_000;

  private final Path input;
  private final List<ListedFile> originals;

  /**
   * @param originals files of the input to be linked, each at most 60,000 times
   */
  HistorySources(Path input, List<ListedFile> originals) {
    this.input = input;
    this.originals = originals;
  }

  /**
   * Makes the files of a dump, and says what the progress topic is to say of them.
   *
   * @throws IOException when there are too few originals
   */
  List<ListedFile> link(History history, int dump) throws IOException {
    List<ListedFile> files = new ArrayList<>();
    Files.createDirectories(input.resolve(History.unit(dump).name()));
    long number = (dump - 1L) * history.files();
    for (String path : history.inputs(dump)) {
      ListedFile original = original(number++);
      Files.createLink(input.resolve(path), input.resolve(original.path()));
      files.add(new ListedFile(path, original.bytes(), original.modified(), original.tail()));
    }
    return files;
  }

  private ListedFile original(long number) throws IOException {
    long original = number / MAX_LINKS;
    if (original >= originals.size()) {
      throw new IOException(
          "%d files to link, for %d links each: too few".formatted(originals.size(), MAX_LINKS));
    }
    return originals.get((int) original);
  }
}
