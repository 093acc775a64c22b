package dev.sluice.it;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Says at the end of a build which tests were skipped, by count and reason. */
public final class SkippedTests {
  private static final Pattern REPORT =
      Pattern.compile("/target/surefire-reports/TEST-[^/]*\\.xml$");

  /** Of reports: module, target, directory, file. */
  private static final int DEPTH = 4;

  private static final XMLInputFactory XML = XMLInputFactory.newDefaultFactory();

  private SkippedTests() {}

  /**
   * Prints the reasons that the reports of this build give. Maven runs this in its own process, so
   * that what was written before the process began is of an earlier build.
   *
   * @param arguments the root of the repository
   */
  public static void main(String[] arguments) throws IOException, XMLStreamException {
    SortedMap<String, Integer> reasons =
        reasons(Path.of(arguments[0]), ManagementFactory.getRuntimeMXBean().getStartTime());
    int skipped = reasons.values().stream().mapToInt(Integer::intValue).sum();
    System.out.printf("Skipped tests: %d%n", skipped);
    reasons.forEach((reason, tests) -> System.out.printf("  %d: %s%n", tests, reason));
  }

  /** How many tests were skipped for each reason, by reports that are not older than this. */
  static SortedMap<String, Integer> reasons(Path root, long sinceMillis)
      throws IOException, XMLStreamException {
    SortedMap<String, Integer> reasons = new TreeMap<>();
    for (Path report : reports(root)) {
      if (Files.getLastModifiedTime(report).toMillis() >= sinceMillis) {
        for (String message : messages(report)) {
          reasons.merge(reason(message), 1, Integer::sum);
        }
      }
    }
    return reasons;
  }

  private static List<Path> reports(Path root) throws IOException {
    try (Stream<Path> files =
        Files.find(root, DEPTH, (file, kind) -> REPORT.matcher(file.toString()).find())) {
      return files.sorted().toList();
    }
  }

  private static List<String> messages(Path report) throws IOException, XMLStreamException {
    List<String> messages = new ArrayList<>();
    try (InputStream stream = Files.newInputStream(report)) {
      XMLStreamReader reader = XML.createXMLStreamReader(stream);
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamReader.START_ELEMENT
            && reader.getLocalName().equals("skipped")) {
          String message = reader.getAttributeValue(null, "message");
          messages.add(message == null ? reader.getElementText() : message);
        }
      }
    }
    return messages;
  }

  /** The first line, without what JUnit says before it: a class and that an assumption failed. */
  private static String reason(String message) {
    return message
        .lines()
        .findFirst()
        .orElse("")
        .replaceFirst("^[\\w.]+: ", "")
        .replaceFirst("^Assumption failed: ", "")
        .replaceFirst("^skipped: ", "");
  }
}
