package dev.sluice.operators.plugin;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the beginning of a class file: its version, and its constants, which name each method that
 * its code calls. Only as much is read as is asked for.
 */
final class ClassFile implements AutoCloseable {
  private static final int MAGIC = 0xCAFEBABE;

  private final DataInputStream in;
  private final int version;

  /** Reads the version; a file that is no class has version 0. */
  ClassFile(InputStream bytes) throws IOException {
    in = new DataInputStream(new BufferedInputStream(bytes));
    boolean isClass = in.readInt() == MAGIC;
    in.readUnsignedShort(); // the minor version
    int major = in.readUnsignedShort();
    version = isClass ? major : 0;
  }

  /** Java 1.1 has version 45, and each release added one. */
  int version() {
    return version;
  }

  /**
   * Whether code of the class names a method, which it otherwise could not call but by reflection.
   * Asked once, of a version that this Java knows.
   *
   * @param owner its class, with slashes
   */
  boolean calls(String owner, String method) throws IOException {
    return version > 0 && new Constants().read(in).call(owner, method);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Those that lead to the names of methods, by their numbers. */
  private static final class Constants {
    private final Map<Integer, String> texts = new HashMap<>();

    /** The text with the name of a class, or of a method. */
    private final Map<Integer, Integer> names = new HashMap<>();

    private final List<Method> methods = new ArrayList<>();

    /** Constants with the class of a method, and with its name. */
    private record Method(int owner, int name) {}

    Constants read(DataInputStream in) throws IOException {
      int count = in.readUnsignedShort();
      for (int number = 1; number < count; number++) {
        int kind = in.readUnsignedByte();
        switch (kind) {
          case 1 -> texts.put(number, in.readUTF());
          case 5, 6 -> { // long and double
            in.readLong();
            number++; // which count twice
          }
          case 7 -> names.put(number, in.readUnsignedShort()); // a class
          case 10 -> methods.add(new Method(in.readUnsignedShort(), in.readUnsignedShort()));
          case 12 -> { // name and type
            names.put(number, in.readUnsignedShort());
            in.readUnsignedShort();
          }
          case 8, 16, 19, 20 -> in.readUnsignedShort();
          case 15 -> in.skipNBytes(Byte.BYTES + Short.BYTES);
          case 3, 4, 9, 11, 17, 18 -> in.readInt();
          default -> {
            return this; // this Java does not load the class
          }
        }
      }
      return this;
    }

    boolean call(String owner, String method) {
      return methods.stream()
          .anyMatch(each -> owner.equals(name(each.owner())) && method.equals(name(each.name())));
    }

    private String name(int constant) {
      return texts.get(names.get(constant));
    }
  }
}
