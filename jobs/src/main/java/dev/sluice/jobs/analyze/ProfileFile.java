package dev.sluice.jobs.analyze;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The profiles of files, one after the other, with every bit of them. */
final class ProfileFile {
  private static final int BUFFER = 1 << 16;

  private ProfileFile() {}

  /** Writes profiles. Used by one thread. */
  static final class Writer implements Closeable {
    private final DataOutputStream out;

    Writer(Path file) throws IOException {
      this.out =
          new DataOutputStream(
              new BufferedOutputStream(new ZstdOutputStream(Files.newOutputStream(file)), BUFFER));
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

  /** Adds the profiles of a file to one, in their order. */
  static void addTo(Profile profile, Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(new ZstdInputStream(Files.newInputStream(file)), BUFFER))) {
      while (in.readBoolean()) {
        profile.add(Profile.read(in));
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
