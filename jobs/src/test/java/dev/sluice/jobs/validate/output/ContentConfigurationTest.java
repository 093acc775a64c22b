package dev.sluice.jobs.validate.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.core.DedupScope;
import dev.sluice.core.DumpPath;
import dev.sluice.core.DumpRule;
import dev.sluice.jobs.validate.report.TestingOutput;
import dev.sluice.operators.standard.StandardOperators;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.source.FieldRules;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class ContentConfigurationTest {
  private final SortedMap<String, String> content = new TestingOutput(Path.of("none")).content;

  @Test
  void shouldReadEveryKeyThatDecides() {
    content.put("score.scale", "5.0");
    content.put("sampling.seed", "-7");
    content.put("dedup.scope", "global");
    content.put("input.columns.id", "");
    content.put("input.columns.dump", "meta.dump");
    content.put("output.columns", "[id, score,text]");
    content.put("output.partition-by", "[bucket]");
    ContentConfiguration read = ContentConfiguration.of(content);
    assertThat(read.rules().scoreScale()).isEqualTo(5);
    assertThat(read.rules().seed()).isEqualTo(-7);
    assertThat(read.rules().dedup()).isEqualTo(DedupScope.GLOBAL);
    assertThat(read.rules().maxScore()).isEqualTo(5);
    assertThat(read.buckets().get(1).max()).isInfinite();
    assertThat(read.source().id()).isEmpty();
    assertThat(read.source().dump()).contains("meta.dump");
    assertThat(read.columns()).isEqualTo(List.of("id", "score", "text"));
    assertThat(read.byDump()).isFalse();
    assertThat(read.bucketIndex("3.0")).contains(1);
    assertThat(read.bucketIndex("4.0")).isEmpty();
    assertThat(read.shardMapping()).isPresent();
  }

  @Test
  void shouldReadWhereDumpAndScoreComeFrom() {
    assertThat(ContentConfiguration.of(content).fields()).isEqualTo(FieldRules.DEFAULT);
    assertThat(ContentConfiguration.of(content).source().score()).contains("score");

    content.put("input.columns.dump", "");
    content.put("input.dump.column", "crawl");
    assertThat(ContentConfiguration.of(content).source().dump()).contains("crawl");
    assertThat(ContentConfiguration.of(content).fields().dump()).isEqualTo(new DumpRule.Names());

    content.put("input.dump.match", "(?<dump>y)");
    assertThat(ContentConfiguration.of(content).fields().dump())
        .isEqualTo(new DumpRule.Within(DumpPath.of("(?<dump>y)")));
    content.remove("input.dump.match");

    content.remove("input.dump.column");
    content.put("input.dump.path", "(?<dump>x)");
    assertThat(ContentConfiguration.of(content).source().dump()).isEmpty();
    assertThat(ContentConfiguration.of(content).fields().dump())
        .isEqualTo(new DumpRule.OfPath(DumpPath.of("(?<dump>x)")));

    content.remove("input.dump.path");
    content.put("input.dump.constant", "wiki");
    content.put("input.columns.score", "");
    content.put("score.constant", "3.5");
    ContentConfiguration read = ContentConfiguration.of(content);
    assertThat(read.fields())
        .isEqualTo(new FieldRules(new DumpRule.Constant("wiki"), OptionalDouble.of(3.5)));
    assertThat(read.source().score()).isEmpty();
    assertThat(read.operatorRule(StandardOperators.registry()).isEmpty()).isTrue();
  }

  @Test
  void shouldReadThatIdsAreMadeOfTexts() {
    content.put("input.columns.id", "");
    content.put("input.id", "text-hash");
    ContentConfiguration read = ContentConfiguration.of(content);
    assertThat(read.fields()).isEqualTo(FieldRules.DEFAULT.withTextIds());
    assertThat(read.source().id()).isEmpty();

    content.put("input.id", "of-tomorrow");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ContentConfiguration.of(content))
        .withMessageContaining("input.id (output): \"of-tomorrow\" is not allowed");
  }

  @Test
  void shouldKnowThatShardsWithoutTextOrScoreCannotBeReadByRow() {
    content.put("output.columns", "[id, text]");
    assertThat(ContentConfiguration.of(content).shardMapping()).isEmpty();
  }

  @Test
  void shouldNameTheKeyThatIsMissingOrWrong() {
    content.put("buckets.0.rate", "much");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ContentConfiguration.of(content))
        .withMessageContaining("buckets.0.rate (output): \"much\" is not allowed");
    content.put("output.columns", "id");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ContentConfiguration.of(content))
        .withMessageContaining("buckets.0.rate")
        .withMessageContaining("output.columns (output): is the single value \"id\"");
    content.remove("sampling.seed");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ContentConfiguration.of(content))
        .withMessageContaining("sampling.seed: is missing");
  }
}
