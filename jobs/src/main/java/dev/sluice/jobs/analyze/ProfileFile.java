package dev.sluice.jobs.analyze;

import dev.sluice.jobs.text.PackedFile;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;

/** The profiles of files, one after the other, with every bit of them. */
final class ProfileFile {
  private static final int LEVEL = 3;

  private ProfileFile() {}

  /** Writes profiles. Used by one thread. */
  static final class Writer implements Closeable {
    private final DataOutputStream out;

    Writer(Path file) throws IOException {
      this.out = PackedFile.create(file, LEVEL);
    }

    void add(Profile profile) throws IOException {
      out.writeBoolean(true);
      profile.write(out);
    }

    /** Ends the file. */
    @Override
    public void close() throws IOException {
      out.writeBoolean(false);
      out.close();
    }
  }

  /**
   * Adds the profiles of a file to one, in their order.
   *
   * @param files how many there must be
   * @throws IOException if it is damaged, or cannot be read
   */
  static void addTo(Profile profile, Path file, int files) throws IOException {
    try (DataInputStream in = PackedFile.open(file)) {
      int read = 0;
      while (in.readBoolean()) {
        profile.add(Profile.read(in));
        read++;
      }
      if (in.read() >= 0) {
        throw new IOException("bytes after its end");
      }
      if (read != files) {
        throw new IOException("%d profiles of %d files".formatted(read, files));
      }
    }
  }

  static void write(String name, DataOutputStream out) throws IOException {
    out.writeInt(name.length());
    out.writeChars(name);
  }

  static String readName(DataInputStream in) throws IOException {
    int length = in.readInt();
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < length; i++) {
      name.append(in.readChar());
    }
    return name.toString();
  }
}
