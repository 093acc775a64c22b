package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupScope;
import dev.sluice.core.Outcome;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorRule;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.NearDedupScope;
import dev.sluice.streams.TestingReference.Answer;
import dev.sluice.topics.record.Watermark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares what goes to the matcher with a slow, simple implementation, over restarts, and the rest
 * with a topology without near-deduplication.
 */
class SignatureRecordsPropertyTest {
  private static final int STEPS = 400;
  private static final int RESTARTS = 3;
  private static final int UNITS_AT_A_TIME = 2;
  private static final String[] DUMPS = {"CC-MAIN-2024-10", "CC-MAIN-2024-18", "unknown"};
  private static final String[] WORDS = "Alpha beta gamma delta epsilon 7 . ü".split(" ");

  /** How documents travel. */
  private enum Form {
    TEXTS,
    ROWS,
    OPERATORS
  }

  private sealed interface Step {
    /** Documents of one unit and file: of one record, if they travel as rows. */
    record Send(List<TestingDocument> documents) implements Step {}

    record Mark(Watermark watermark) implements Step {}

    record End(String unit) implements Step {}

    record Forget(String reset, String unit) implements Step {}
  }

  static Stream<Arguments> cases() {
    return Stream.of(Form.values())
        .flatMap(
            form ->
                Stream.of(NearDedupScope.values())
                    .flatMap(
                        scope ->
                            Stream.of(DedupScope.values())
                                .map(exact -> Arguments.of(form, scope, exact))));
  }

  /** Two units at a time; those that have ended are marked and ended again. */
  private static List<Step> steps(Random random, Form form) {
    List<Step> steps = new ArrayList<>();
    int firstOpen = 1;
    long row = 0;
    for (int i = 0; i < STEPS; i++) {
      String unit = "unit#" + (firstOpen + random.nextInt(UNITS_AT_A_TIME));
      String file = "data/" + (row / 50) + ".parquet";
      int choice = random.nextInt(60);
      if (choice == 0) {
        steps.add(new Step.End("unit#" + firstOpen));
        firstOpen++;
      } else if (choice == 1) {
        steps.add(new Step.End("unit#" + (1 + random.nextInt(firstOpen))));
        firstOpen += steps.get(steps.size() - 1).equals(new Step.End("unit#" + firstOpen)) ? 1 : 0;
      } else if (choice == 2) {
        steps.add(new Step.Forget("reset " + random.nextInt(5), "gone#" + 1 + random.nextInt(5)));
      } else if (choice < 10) {
        String marked =
            random.nextInt(4) == 0
                ? "gone#" + 1 + random.nextInt(5)
                : "unit#" + (1 + random.nextInt(firstOpen + 1));
        steps.add(new Step.Mark(new Watermark(marked, 0, file, row, false)));
      } else {
        int rows = form == Form.ROWS ? 1 + random.nextInt(9) : 1;
        List<TestingDocument> documents = new ArrayList<>();
        for (int j = 0; j < rows; j++) {
          row += 1 + random.nextInt(3);
          documents.add(document(random).inUnit(unit).inFile(file).fromRow(row));
        }
        steps.add(new Step.Send(documents));
      }
    }
    return steps;
  }

  private static TestingDocument document(Random random) {
    TestingDocument document =
        TestingDocument.of("id " + random.nextInt(900), random.nextInt(12) / 2.0)
            .inDump(DUMPS[random.nextInt(random.nextBoolean() ? 1 : DUMPS.length)]);
    return switch (random.nextInt(25)) {
      case 0 -> document.withoutScore();
      case 1 -> document.withoutText();
      case 2 -> document.withText(" ");
      case 3 -> document.withText(new byte[] {'a', ' ', (byte) 0xED, (byte) 0xA0, (byte) 0x80});
      default -> document.withText(text(random));
    };
  }

  private static String text(Random random) {
    return IntStream.rangeClosed(0, random.nextInt(14))
        .mapToObj(i -> WORDS[random.nextInt(WORDS.length)])
        .collect(Collectors.joining(" "));
  }

  private static OperatorRule operators() {
    return TestingOperators.rule(
        1000,
        TestingOperators.of("lowercase", Map.of()),
        TestingOperators.deciding("picky", SignatureRecordsPropertyTest::pick));
  }

  private static Decision pick(Document document) {
    String text = document.text().string();
    if (text.endsWith("7")) {
      throw new IllegalStateException("cannot count to seven");
    }
    return text.endsWith("delta") ? new Decision.Dropped("delta", 4) : Decision.KEPT;
  }

  private static Answer operatorsOnceMore(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.endsWith("7")) {
      return new Answer("", Outcome.REJECTED, "picky");
    }
    return lower.endsWith("delta")
        ? new Answer("", Outcome.OPERATOR_DROPPED, "picky:delta")
        : Answer.kept(lower);
  }

  private static void send(TestingCuration curation, Step step, Form form, NearDedup nearDedup) {
    if (step instanceof Step.Send send && form == Form.ROWS) {
      curation.send(
          new byte[0],
          TestingDocument.selected(send.documents()),
          TestingSignatures.headers(nearDedup, send.documents()));
    } else if (step instanceof Step.Send send) {
      TestingDocument document = send.documents().get(0);
      if (form == Form.OPERATORS) {
        curation.send(document);
      } else {
        curation.send(
            document.id(),
            document.value(),
            TestingSignatures.headers(nearDedup, send.documents()));
      }
    } else if (step instanceof Step.Mark mark) {
      curation.send(new byte[0], mark.watermark().encode());
    } else {
      sendPlain(curation, step, form);
    }
  }

  /** The same without near-deduplication. */
  private static void sendPlain(TestingCuration curation, Step step, Form form) {
    if (step instanceof Step.Send send && form == Form.ROWS) {
      curation.send(
          new byte[0],
          TestingDocument.selected(send.documents()),
          new RecordHeaders().add("dump", send.documents().get(0).dump().getBytes(UTF_8)));
    } else if (step instanceof Step.Send send) {
      curation.send(send.documents().get(0));
    } else if (step instanceof Step.End end) {
      curation.end(end.unit());
    } else if (step instanceof Step.Forget forget) {
      curation.forget(forget.reset(), "gone", forget.unit());
    }
  }

  /** What should come out. */
  private static final class SlowSigning {
    private final NearDedup nearDedup;
    private final TestingReference reference;
    private final Set<String> ended = new HashSet<>();
    private final Set<String> resets = new HashSet<>();
    private final List<String> lines = new ArrayList<>();

    SlowSigning(NearDedup nearDedup, TestingReference reference) {
      this.nearDedup = nearDedup;
      this.reference = reference;
    }

    void send(Step step) {
      if (step instanceof Step.Send send) {
        send.documents().forEach(reference::send);
        TestingSignatures.line(nearDedup, reference.takePassed()).forEach(lines::add);
      } else if (step instanceof Step.Mark mark && !ended.contains(mark.watermark().unit())) {
        lines.add(mark.watermark().toString());
      } else if (step instanceof Step.End end && ended.add(end.unit())) {
        lines.add(Watermark.end(end.unit(), 0).toString());
      } else if (step instanceof Step.Forget forget && resets.add(forget.reset())) {
        ended.add(forget.unit());
        String line =
            TestingCuration.forgetRecord(forget.reset(), "gone", forget.unit())
                .withIdsAlone()
                .toString();
        lines.add(line);
      }
    }
  }

  /** All that came out besides signatures, as lines. */
  private static Map<String, List<String>> others(TestingCuration curation) {
    Map<String, List<String>> lines = new TreeMap<>();
    for (String bucket : List.of("low", "never", "high")) {
      lines.put(bucket, lines(curation.curated(bucket)));
    }
    return lines;
  }

  private static List<String> lines(List<TestRecord<byte[], byte[]>> records) {
    return records.stream()
        .map(
            record ->
                Arrays.toString(record.key())
                    + Arrays.toString(record.value())
                    + Arrays.toString(record.headers().toArray()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldSendWhatTheReferenceDoes(
      Form form, NearDedupScope scope, DedupScope exact, @TempDir Path directory) {
    NearDedup nearDedup = TestingSignatures.nearDedup(scope);
    CurationRules rules = TestingCuration.rules(exact);
    boolean changes = form == Form.OPERATORS;
    CurationSettings plain =
        TestingCuration.settings(rules, changes ? operators() : TestingOperators.NONE);
    SlowSigning slow =
        new SlowSigning(
            nearDedup,
            new TestingReference(
                rules, changes ? SignatureRecordsPropertyTest::operatorsOnceMore : Answer::kept));
    List<Step> steps = steps(new Random(form.ordinal() + 31L * exact.ordinal()), form);
    steps.forEach(slow::send);

    List<String> signed = new ArrayList<>();
    Map<String, List<String>> others = new TreeMap<>();
    for (int run = 1; run <= RESTARTS; run++) {
      try (TestingCuration curation =
          TestingCuration.open(
              directory.resolve("near"), TestingCuration.settings(plain, nearDedup))) {
        steps
            .subList(0, steps.size() * run / RESTARTS)
            .forEach(step -> send(curation, step, form, nearDedup));
        for (TestRecord<byte[], byte[]> record : curation.signatures()) {
          signed.add(TestingSignatures.line(record.value()));
        }
        others(curation)
            .forEach(
                (bucket, lines) ->
                    others.computeIfAbsent(bucket, name -> new ArrayList<>()).addAll(lines));
      }
    }

    assertThat(signed).isEqualTo(slow.lines).hasSizeGreaterThan(100);
    try (TestingCuration curation = TestingCuration.open(directory.resolve("plain"), plain)) {
      steps.forEach(step -> sendPlain(curation, step, form));
      assertThat(others).isEqualTo(others(curation));
    }
  }
}
