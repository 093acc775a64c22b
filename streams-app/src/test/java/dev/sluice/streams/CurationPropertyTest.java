package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Bucket;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupScope;
import dev.sluice.core.Outcome;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorRule;
import dev.sluice.operators.ParameterValue;
import dev.sluice.streams.TestingReference.Answer;
import dev.sluice.topics.record.DocumentEncoder;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.SelectedRows;
import dev.sluice.topics.record.SelectedRows.SelectedRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the topology with a slow, simple implementation, over concurrent units and restarts. */
class CurationPropertyTest {
  private static final int STEPS = 1_500;
  private static final int RESTARTS = 3;
  private static final String[] DUMPS = {"CC-MAIN-2024-10", "CC-MAIN-2024-18", "unknown"};
  private static final List<Bucket> BUCKETS =
      List.of(
          new Bucket("2.8", 2.8, 3.0, 0.3),
          new Bucket("3.0", 3.0, 3.5, 0.6),
          new Bucket("4.0", 4.0, Double.POSITIVE_INFINITY, 1));

  /** What is sent: a document, the end of a unit, or bytes that are neither. */
  private sealed interface Step {
    record Send(TestingDocument document) implements Step {}

    /** Documents of one unit in one record. */
    record SendRows(List<TestingDocument> documents) implements Step {}

    record End(String unit) implements Step {}

    record Noise(String text) implements Step {}
  }

  /** Units overlap; a unit that has ended sends only markers, again and again. */
  private static List<Step> steps(Random random) {
    List<Step> steps = new ArrayList<>();
    int firstOpen = 0;
    for (int row = 0; row < STEPS; row++) {
      String unit = "unit#" + (1 + firstOpen + random.nextInt(3));
      int choice = random.nextInt(100);
      if (choice == 0) {
        firstOpen++;
        steps.add(new Step.End("unit#" + firstOpen));
      } else if (choice == 1 && firstOpen > 0) {
        steps.add(new Step.End("unit#" + (1 + random.nextInt(firstOpen))));
      } else if (choice == 2) {
        steps.add(new Step.Noise("noise " + row));
      } else {
        steps.add(new Step.Send(document(random, row).inUnit(unit)));
      }
    }
    for (int unit = firstOpen + 1; unit <= firstOpen + 3; unit++) {
      steps.add(new Step.End("unit#" + unit));
    }
    return steps;
  }

  private static TestingDocument document(Random random, int row) {
    TestingDocument document =
        TestingDocument.of(id(random), score(random))
            .inDump(DUMPS[random.nextInt(DUMPS.length)])
            .fromRow(row);
    return switch (random.nextInt(20)) {
      case 0 -> document.withoutScore();
      case 1 -> document.withoutText();
      case 2 -> document.withText(" \n\u3000\u001c");
      case 3 -> document.withText(new byte[] {' ', (byte) 0xED, (byte) 0xA0, (byte) 0x80});
      default -> document.withText((random.nextBoolean() ? "Text " : "text ") + random.nextInt(5));
    };
  }

  private static byte[] id(Random random) {
    int number = random.nextInt(120);
    return switch (random.nextInt(8)) {
      case 0 -> new byte[] {'i', (byte) (0xC0 + number % 4)};
      case 1 -> ("data/ü.parquet#" + number % 20).getBytes(UTF_8);
      default -> ("<urn:uuid:" + new UUID(number, 7L * number) + ">").getBytes(UTF_8);
    };
  }

  private static double score(Random random) {
    double[] edges = {2.8, 3, 3 - 1e-10, 3.5, 4, 5, 5.22, -0.1, Double.NaN, 2.8 - 2e-9};
    return random.nextInt(4) == 0
        ? edges[random.nextInt(edges.length)]
        : 2.5 + random.nextInt(25) / 10.0;
  }

  /** The same documents in another order, with those of a unit in one record. */
  private static List<Step> withoutTexts(List<Step> steps) {
    List<Step> together = new ArrayList<>();
    Map<String, List<TestingDocument>> units = new TreeMap<>();
    for (Step step : steps) {
      if (step instanceof Step.Send send) {
        units
            .computeIfAbsent(send.document().unit(), unit -> new ArrayList<>())
            .add(send.document());
      }
      if (!(step instanceof Step.Send)
          || units.values().stream().anyMatch(all -> all.size() == 7)) {
        units.values().forEach(all -> together.add(new Step.SendRows(all)));
        units.clear();
      }
      if (!(step instanceof Step.Send)) {
        together.add(step);
      }
    }
    return together;
  }

  private static void send(TestingCuration curation, Step step) {
    if (step instanceof Step.Send send) {
      curation.send(send.document());
    } else if (step instanceof Step.SendRows rows) {
      curation.send(new byte[0], TestingDocument.selected(rows.documents()));
    } else if (step instanceof Step.End end) {
      curation.end(end.unit());
    } else if (step instanceof Step.Noise noise) {
      curation.send(noise.text().getBytes(UTF_8), noise.text().getBytes(UTF_8));
    }
  }

  private static void send(TestingReference reference, Step step) {
    if (step instanceof Step.Send send) {
      reference.send(send.document());
    } else if (step instanceof Step.SendRows rows) {
      rows.documents().forEach(reference::send);
    } else if (step instanceof Step.End end) {
      reference.end(end.unit());
    }
  }

  private static List<String> lines(TestRecord<byte[], byte[]> record) {
    try {
      if (SelectedRows.matches(record.value())) {
        return SelectedRows.parse(record.value()).documents().stream()
            .map(CurationPropertyTest::line)
            .toList();
      }
      return List.of(line(record));
    } catch (MalformedRecordException e) {
      throw new AssertionError(e);
    }
  }

  /** The row as it would be alone. */
  private static String line(SelectedRow row) {
    SelectedRows.Encoder encoder = new SelectedRows.Encoder(row.unit(), row.file(), 2);
    OptionalDouble score = row.hasScore() ? OptionalDouble.of(row.score()) : OptionalDouble.empty();
    encoder.add(new DocumentEncoder.Head(row.row(), row.dump(), score), row.id(), row.pointer());
    return TestingReference.line(encoder.take().orElseThrow());
  }

  private static String line(TestRecord<byte[], byte[]> record) throws MalformedRecordException {
    if (EndOfUnit.matches(record.value())) {
      EndOfUnit marker = EndOfUnit.parse(record.value());
      return TestingReference.line(marker.unit().id(), marker.curated());
    }
    return TestingReference.line(record.value());
  }

  @ParameterizedTest
  @EnumSource(DedupScope.class)
  void shouldDoWhatTheReferenceDoes(DedupScope scope, @TempDir Path stateDir) {
    shouldDoWhatTheReferenceDoes(scope, TestingOperators.NONE, Answer::kept, stateDir);
  }

  @ParameterizedTest
  @EnumSource(DedupScope.class)
  void shouldDoWhatTheReferenceDoesWithTextsInTheSource(DedupScope scope, @TempDir Path stateDir) {
    CurationRules rules = TestingCuration.rules(BUCKETS, scope);
    TestingReference reference =
        new TestingReference(
            rules, Answer::kept, document -> TestingDocument.selected(List.of(document)));
    shouldDoWhatTheReferenceDoes(
        withoutTexts(steps(new Random(scope.ordinal() + 77L))),
        reference,
        TestingCuration.settings(rules, TestingOperators.NONE),
        stateDir);
  }

  @ParameterizedTest
  @EnumSource(DedupScope.class)
  void shouldDoWhatTheReferenceDoesWithOperators(DedupScope scope, @TempDir Path stateDir) {
    BoundOperator empty =
        TestingOperators.of(
            "pattern",
            Map.of("pattern", ParameterValue.of("text 1"), "replacement", ParameterValue.of("")));
    OperatorRule operators =
        TestingOperators.rule(
            1000,
            TestingOperators.of("lowercase", Map.of()),
            empty,
            TestingOperators.deciding("picky", CurationPropertyTest::pick));

    shouldDoWhatTheReferenceDoes(
        scope, operators, CurationPropertyTest::operatorsOnceMore, stateDir);
  }

  private static Decision pick(Document document) {
    String text = document.text().string();
    if (text.endsWith("3")) {
      throw new IllegalStateException("cannot count to three");
    }
    return text.endsWith("2") ? new Decision.Dropped("two", 2) : Decision.KEPT;
  }

  private static Answer operatorsOnceMore(String text) {
    return switch (text.charAt(5)) {
      case '1' -> Answer.kept("");
      case '2' -> new Answer("", Outcome.OPERATOR_DROPPED, "picky:two");
      case '3' -> new Answer("", Outcome.REJECTED, "picky");
      default -> Answer.kept("text " + text.charAt(5));
    };
  }

  private static void shouldDoWhatTheReferenceDoes(
      DedupScope scope,
      OperatorRule operators,
      Function<String, Answer> operatorsOnceMore,
      Path stateDir) {
    CurationRules rules = TestingCuration.rules(BUCKETS, scope);
    shouldDoWhatTheReferenceDoes(
        steps(new Random(scope.ordinal() + 2024L)),
        new TestingReference(rules, operatorsOnceMore),
        TestingCuration.settings(rules, operators),
        stateDir);
  }

  private static void shouldDoWhatTheReferenceDoes(
      List<Step> steps, TestingReference reference, CurationSettings settings, Path stateDir) {
    steps.forEach(step -> send(reference, step));
    Outputs outputs = new Outputs();

    for (int run = 1; run <= RESTARTS; run++) {
      try (TestingCuration curation = TestingCuration.open(stateDir, settings)) {
        // Each run is sent everything from the first offset on, as after a group was deleted.
        steps.subList(0, steps.size() * run / RESTARTS).forEach(step -> send(curation, step));
        outputs.take(curation);
      }
    }

    for (int i = 0; i < BUCKETS.size(); i++) {
      String bucket = BUCKETS.get(i).name();
      assertThat(outputs.curated.get(i))
          .as("curated documents and markers of bucket %s", bucket)
          .hasSizeGreaterThan(20)
          .isEqualTo(reference.curated(bucket));
    }
    assertThat(outputs.rejects).isEqualTo(expectedRejects(steps, reference));
  }

  private static int expectedRejects(List<Step> steps, TestingReference reference) {
    long noise = steps.stream().filter(Step.Noise.class::isInstance).count();
    return Math.toIntExact(noise + reference.rejects().size());
  }

  /** What came out over all runs. */
  private static final class Outputs {
    private final List<List<String>> curated = new ArrayList<>();
    private int rejects;

    Outputs() {
      BUCKETS.forEach(bucket -> curated.add(new ArrayList<>()));
    }

    void take(TestingCuration curation) {
      for (int i = 0; i < BUCKETS.size(); i++) {
        for (TestRecord<byte[], byte[]> record : curation.curated(BUCKETS.get(i).name())) {
          curated.get(i).addAll(lines(record));
        }
      }
      rejects += curation.rejects().size();
    }
  }
}
