package dev.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.storage.SourcePath;
import dev.sluice.storage.text.InputNames;
import dev.sluice.storage.text.InputTree;
import dev.sluice.storage.text.LeftOut;
import dev.sluice.storage.text.TextFormat;
import dev.sluice.topics.progress.InputFile;
import dev.sluice.topics.progress.InputFiles;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The source files below a root: those that match a glob, by the rules of {@link InputTree}.
 *
 * @param files in the order of the UTF-8 bytes of their relative paths
 * @param leftOut what else lies there
 */
record SourceScan(InputFiles files, List<LeftOut> leftOut) {
  /** The normative order of paths. */
  static final Comparator<String> BY_UTF8 =
      (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));

  /** Where Spark and Hadoop keep files that may never be finished; hidden as others are. */
  static final String SPARK_TEMPORARY = "_temporary";

  private static final String PARQUET = ".parquet";

  /** Looks at all that is there. */
  static SourceScan of(Path root, String pattern) throws IOException {
    InputTree tree = InputTree.below(root);
    Predicate<Path> matches = matcher(root, pattern);
    List<InputFile> files = new ArrayList<>();
    List<LeftOut> leftOut =
        new ArrayList<>(tree.leftOut(path -> true, name -> TextFormat.of(name).isPresent()));
    for (Path path : tree.files()) {
      if (matches.test(path)) {
        files.add(inputFile(root, path));
      } else {
        leftOut.add(new LeftOut(InputTree.slashed(path), reasonAgainst(path, pattern)));
      }
    }
    files.sort(Comparator.comparing(InputFile::path, BY_UTF8));
    leftOut.sort(Comparator.comparing(LeftOut::name, BY_UTF8));
    return new SourceScan(InputFiles.copyOf(files), List.copyOf(leftOut));
  }

  private static String reasonAgainst(Path path, String pattern) {
    return InputNames.describesData(path.getFileName().toString())
        ? LeftOut.DESCRIBES_DATA
        : "does not match " + pattern;
  }

  /** The ending's case does not count, as in the other jobs. */
  private static Predicate<Path> matcher(Path root, String pattern) {
    FileSystem system = root.getFileSystem();
    PathMatcher matcher = system.getPathMatcher("glob:" + pattern);
    // "**/x" is also meant to find x itself, which Java's globs do not.
    PathMatcher atRoot =
        pattern.startsWith("**/") ? system.getPathMatcher("glob:" + pattern.substring(3)) : matcher;
    return path -> {
      Path lower = withLowerCaseEnding(path);
      return Stream.of(path, lower).anyMatch(each -> matcher.matches(each) || atRoot.matches(each));
    };
  }

  private static Path withLowerCaseEnding(Path path) {
    String name = path.getFileName().toString();
    int stem = Math.max(0, name.length() - PARQUET.length());
    return name.regionMatches(true, stem, PARQUET, 0, PARQUET.length())
        ? path.resolveSibling(name.substring(0, stem) + PARQUET)
        : path;
  }

  /** Of a link to nothing, which will be set aside, the link itself. */
  private static InputFile inputFile(Path root, Path relative) throws IOException {
    Path path = root.resolve(relative);
    LinkOption[] options =
        Files.exists(path) ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
    return new InputFile(
        InputTree.slashed(relative),
        SourcePath.bytes(path),
        Files.getLastModifiedTime(path, options).toMillis());
  }
}
