package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkippedTestsTest {
  private static final String SKIPPED =
      "<testsuite><testcase name='a'><skipped type='T'><![CDATA[org.T: Assumption failed: skipped:"
          + " %s\n"
          + "\tat A.b(A.java:1)]]></skipped></testcase><testcase name='b'/><testcase"
          + " name='c'><skipped message='not here'/></testcase></testsuite>";

  @TempDir Path root;

  private Path report(String path, String reason) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, SKIPPED.formatted(reason));
  }

  @Test
  void shouldCountReasonsOverModules() throws IOException, XMLStreamException {
    report("core/target/surefire-reports/TEST-one.xml", "no kcat");
    report("it/target/surefire-reports/TEST-two.xml", "no kcat");
    report("it/target/surefire-reports/TEST-three.xml", "no engine");
    report("it/target/surefire-reports/summary.xml", "no report");

    assertThat(SkippedTests.reasons(root, 0)).hasToString("{no engine=1, no kcat=2, not here=3}");
  }

  @Test
  void shouldLeaveOutWhatAnEarlierBuildReported() throws IOException, XMLStreamException {
    Path old = report("core/target/surefire-reports/TEST-one.xml", "no kcat");
    Files.setLastModifiedTime(old, FileTime.fromMillis(1_000));

    assertThat(SkippedTests.reasons(root, 2_000)).isEmpty();
  }
}
