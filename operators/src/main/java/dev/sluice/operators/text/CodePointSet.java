package dev.sluice.operators.text;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.ibm.icu.text.UnicodeSet;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;

/** Sets of code points stored as resources beside the classes. */
final class CodePointSet {
  private CodePointSet() {}

  /** Reads a resource: hexadecimal code points and ranges; lines that start with # are ignored. */
  static UnicodeSet read(String resource) {
    UnicodeSet set = new UnicodeSet();
    try (InputStream in = CodePointSet.class.getResourceAsStream(resource);
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          addAll(set, line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + resource, e);
    }
    return set.freeze();
  }

  private static void addAll(UnicodeSet set, String line) {
    for (String range : line.split(" ")) {
      String[] ends = range.split("\\.\\.");
      set.add(Integer.parseInt(ends[0], 16), Integer.parseInt(ends[ends.length - 1], 16));
    }
  }
}
