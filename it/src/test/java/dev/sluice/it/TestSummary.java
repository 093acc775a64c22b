package dev.sluice.it;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * What a build tested, for its last lines: how long the tests of each module took, which classes
 * took longest, and which tests were skipped and why.
 */
public final class TestSummary {
  private static final Pattern REPORT =
      Pattern.compile("/target/surefire-reports/TEST-[^/]*\\.xml$");

  /** Of reports: module, target, directory, file. */
  private static final int DEPTH = 4;

  private static final int SLOWEST = 20;
  private static final XMLInputFactory XML = XMLInputFactory.newDefaultFactory();

  private final List<TestClass> classes;

  private TestSummary(List<TestClass> classes) {
    this.classes = List.copyOf(classes);
  }

  /**
   * A class as its report tells of it.
   *
   * @param seconds from its start to its end; classes beside it take longer, too
   * @param skipped the reason of each test that was skipped
   */
  private record TestClass(
      String module, String name, int tests, double seconds, List<String> skipped) {}

  /**
   * Prints what the reports of this build say. Maven runs this in its own process, so that what was
   * written before the process began is of an earlier build.
   *
   * @param arguments the root of the repository
   */
  public static void main(String[] arguments) throws IOException, XMLStreamException {
    long begun = ManagementFactory.getRuntimeMXBean().getStartTime();
    System.out.print(of(Path.of(arguments[0]), begun));
  }

  /** Reads the reports below a repository's root that are not older than this. */
  static TestSummary of(Path root, long sinceMillis) throws IOException, XMLStreamException {
    List<TestClass> classes = new ArrayList<>();
    for (Path report : reports(root)) {
      if (Files.getLastModifiedTime(report).toMillis() >= sinceMillis) {
        classes.add(read(root.relativize(report).getName(0).toString(), report));
      }
    }
    return new TestSummary(classes);
  }

  private static List<Path> reports(Path root) throws IOException {
    try (Stream<Path> files =
        Files.find(root, DEPTH, (file, kind) -> REPORT.matcher(file.toString()).find())) {
      return files.sorted().toList();
    }
  }

  private static TestClass read(String module, Path report) throws IOException, XMLStreamException {
    String name = "";
    int tests = 0;
    double seconds = 0;
    List<String> skipped = new ArrayList<>();
    try (InputStream stream = Files.newInputStream(report)) {
      XMLStreamReader reader = XML.createXMLStreamReader(stream);
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamReader.START_ELEMENT) {
          switch (reader.getLocalName()) {
            case "testsuite" -> {
              name = reader.getAttributeValue(null, "name");
              tests = Integer.parseInt(reader.getAttributeValue(null, "tests"));
              seconds = Double.parseDouble(reader.getAttributeValue(null, "time"));
            }
            case "skipped" -> skipped.add(reason(reader));
            default -> {}
          }
        }
      }
    }
    return new TestClass(module, name, tests, seconds, List.copyOf(skipped));
  }

  /** The first line, without what JUnit says before it: a class and that an assumption failed. */
  private static String reason(XMLStreamReader skipped) throws XMLStreamException {
    String message = skipped.getAttributeValue(null, "message");
    return (message == null ? skipped.getElementText() : message)
        .lines()
        .findFirst()
        .orElse("")
        .replaceFirst("^[\\w.]+: ", "")
        .replaceFirst("^Assumption failed: ", "")
        .replaceFirst("^skipped: ", "");
  }

  @Override
  public String toString() {
    StringBuilder lines = new StringBuilder();
    int tests = classes.stream().mapToInt(TestClass::tests).sum();
    lines.append("Tests: %d in %d classes%n".formatted(tests, classes.size()));
    modules().forEach((module, seconds) -> lines.append(line(seconds, module)));
    lines.append("Slowest classes:%n".formatted());
    slowest().forEach(each -> lines.append(line(each.seconds(), each.name())));
    SortedMap<String, Integer> reasons = reasons();
    int skipped = reasons.values().stream().mapToInt(Integer::intValue).sum();
    lines.append("Skipped tests: %d%n".formatted(skipped));
    reasons.forEach((reason, times) -> lines.append("  %d: %s%n".formatted(times, reason)));
    return lines.toString();
  }

  private static String line(double seconds, String what) {
    return String.format(Locale.ROOT, "  %.1f s: %s%n", seconds, what);
  }

  private SortedMap<String, Double> modules() {
    SortedMap<String, Double> seconds = new TreeMap<>();
    classes.forEach(each -> seconds.merge(each.module(), each.seconds(), Double::sum));
    return seconds;
  }

  private Stream<TestClass> slowest() {
    return classes.stream()
        .sorted(Comparator.comparingDouble(TestClass::seconds).reversed())
        .limit(SLOWEST);
  }

  private SortedMap<String, Integer> reasons() {
    SortedMap<String, Integer> reasons = new TreeMap<>();
    classes.forEach(each -> each.skipped().forEach(why -> reasons.merge(why, 1, Integer::sum)));
    return reasons;
  }
}
