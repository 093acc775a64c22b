package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestSummaryTest {
  private static final String REPORT =
      "<testsuite name='%s' tests='3' time='%s'><testcase name='a'><skipped"
          + " type='T'><![CDATA[org.T: Assumption failed: skipped: %s\n"
          + "\tat A.b(A.java:1)]]></skipped></testcase><testcase name='b'/><testcase"
          + " name='c'><skipped message='not here'/></testcase></testsuite>";

  @TempDir Path root;

  private Path report(String path, String name, String seconds, String reason) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, REPORT.formatted(name, seconds, reason));
  }

  @Test
  void shouldAddUpModulesAndReasons() throws IOException, XMLStreamException {
    report("core/target/surefire-reports/TEST-one.xml", "core.One", "0.25", "no kcat");
    report("it/target/surefire-reports/TEST-two.xml", "it.Two", "1.5", "no kcat");
    report("it/target/surefire-reports/TEST-three.xml", "it.Three", "12.04", "no engine");
    report("it/target/surefire-reports/other.xml", "it.Other", "100", "no report");

    assertThat(TestSummary.of(root, 0).toString())
        .isEqualToNormalizingNewlines(
            """
            Tests: 9 in 3 classes
              0.3 s: core
              13.5 s: it
            Slowest classes:
              12.0 s: it.Three
              1.5 s: it.Two
              0.3 s: core.One
            Skipped tests: 6
              1: no engine
              2: no kcat
              3: not here
            """);
  }

  @Test
  void shouldLeaveOutWhatAnEarlierBuildReported() throws IOException, XMLStreamException {
    Path old = report("core/target/surefire-reports/TEST-one.xml", "core.One", "1", "no kcat");
    Files.setLastModifiedTime(old, FileTime.fromMillis(1_000));

    assertThat(TestSummary.of(root, 2_000).toString()).startsWith("Tests: 0 in 0 classes");
  }
}
