package dev.sluice.jobs.dedup;

import dev.sluice.jobs.dedup.method.DuplicateMethod;
import dev.sluice.jobs.text.PackedFile;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;

/** The signed pieces of files, in their order, as a part leaves them for the join. */
final class SignedFile {
  private static final int PIECE = 1;
  private static final int FILE_ENDED = 2;
  private static final int END = 3;

  private SignedFile() {}

  /** Writes pieces. Used by one thread. */
  static final class Writer implements Closeable {
    private final DataOutputStream out;

    Writer(Path file) throws IOException {
      this.out = PackedFile.create(file, 1);
    }

    void add(SignedPiece piece) throws IOException {
      out.writeByte(PIECE);
      piece.write(out);
    }

    /** Ends the pieces of a file of the input. */
    void endFile() throws IOException {
      out.writeByte(FILE_ENDED);
    }

    /** Ends everything. */
    void finish() throws IOException {
      out.writeByte(END);
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /** Receives pieces in their order. Its own failures are unchecked: they are not the file's. */
  interface Receiver {
    void piece(SignedPiece piece);

    void fileEnded() throws IOException;
  }

  /**
   * Reads what a part has left.
   *
   * @throws IOException if it is damaged, or cannot be read
   */
  static void read(Path file, DuplicateMethod method, Receiver receiver) throws IOException {
    try (DataInputStream in = PackedFile.open(file)) {
      for (int kind = in.readByte(); kind != END; kind = in.readByte()) {
        if (kind == PIECE) {
          receiver.piece(SignedPiece.read(in, method));
        } else if (kind == FILE_ENDED) {
          receiver.fileEnded();
        } else {
          throw new IOException("a record of kind " + kind);
        }
      }
      if (in.read() >= 0) {
        throw new IOException("bytes after its end");
      }
    }
  }
}
