package dev.sluice.jobs.parted;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartDirectoryTest {
  @TempDir private Path output;

  /** Another process completes the part after this one has looked, and before it locks it. */
  @Test
  void shouldSayThatAPartIsFinishedOnceItIsLocked() throws Exception {
    PartTask task = TestingParts.task(2, 3);
    PartTerms terms = PartTerms.of("process", task, Map.of(), List.of());
    JsonNode result = TextNode.valueOf("what it found");
    assertThat(PartDirectory.finished(output, terms, task.part())).isEmpty();
    try (PartDirectory other = PartDirectory.take(output, terms, task.part())) {
      assertThat(other.finished()).isEmpty();
      other.end(List.of(), result, Set.of());
    }
    try (PartDirectory second = PartDirectory.take(output, terms, task.part())) {
      assertThat(second.finished()).contains(result);
    }
    assertThat(PartDirectory.finished(output, terms, task.part())).contains(result);
  }
}
