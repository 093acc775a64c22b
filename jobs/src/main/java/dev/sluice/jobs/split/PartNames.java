package dev.sluice.jobs.split;

import dev.sluice.jobs.text.FileNames;
import dev.sluice.storage.text.TextFormat;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of a file's parts: {@code {stem}-{part}-of-{parts}.{ending}} with five digits each, in
 * the file's directory; a file with one part keeps its name.
 *
 * @param directory of the output
 * @param source path of the file relative to its input, with {@code /}
 */
record PartNames(Path directory, String source) {
  private static final Pattern PART = Pattern.compile("(?s)(.*)-\\d{5,}-of-\\d{5,}");

  /** Path of a part relative to the output. */
  String of(int part, int parts) {
    return parts == 1 ? source : "%s-%05d-of-%05d%s".formatted(stem(), part, parts, ending());
  }

  /**
   * The name of a file that could have a part with this file's name; otherwise this file's name.
   */
  String whole() {
    Matcher part = PART.matcher(stem());
    return part.matches() ? part.group(1) + ending() : source;
  }

  /** Path of a part. */
  Path path(int part, int parts) {
    return directory.resolve(of(part, parts));
  }

  /** Path of a part until all parts are complete. */
  Path hidden(int part) {
    return FileNames.beside(directory.resolve(source), ".", ".%05d.tmp".formatted(part));
  }

  private String stem() {
    return source.substring(0, source.length() - ending().length());
  }

  private String ending() {
    return TextFormat.ending(source);
  }
}
