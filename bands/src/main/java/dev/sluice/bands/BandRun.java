package dev.sluice.bands;

import dev.sluice.storage.bands.BandFile;
import dev.sluice.storage.bands.BandHeader;
import dev.sluice.storage.bands.BandReader;
import java.io.IOException;
import java.util.Optional;

/** A file whose keys count. Reads its header once, when it is needed. Not thread-safe. */
final class BandRun {
  private final BandFile file;
  private Optional<BandHeader> header;

  BandRun(BandFile file) {
    this.file = file;
    this.header = Optional.empty();
  }

  BandRun(BandFile file, BandHeader header) {
    this.file = file;
    this.header = Optional.of(header);
  }

  BandFile file() {
    return file;
  }

  BandHeader header() throws IOException {
    if (header.isEmpty()) {
      header = Optional.of(BandReader.header(file.path()));
    }
    return header.get();
  }
}
