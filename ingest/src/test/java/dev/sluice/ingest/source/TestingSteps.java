package dev.sluice.ingest.source;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowJudge;
import dev.sluice.core.Verdict;
import dev.sluice.ingest.decode.DecodePipeline;
import dev.sluice.topics.progress.UnitProgress;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.SelectedRows;
import dev.sluice.topics.record.TopicDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What comes out of a pipeline, independent of how it is cut into batches.
 *
 * @param records everything that travels, as text, in order
 * @param ends files that were read or quarantined, in order, with the records and rows before each
 * @param counters of ingest
 */
public record TestingSteps(List<String> records, List<String> ends, Counters counters) {
  public static TestingSteps of(TestingIngest ingest, UnitPlan plan, UnitProgress from)
      throws IOException, InterruptedException {
    List<String> records = new ArrayList<>();
    List<String> ends = new ArrayList<>();
    Counters counters = from.counted();
    try (DecodePipeline pipeline = new DecodePipeline(ingest.settings(), plan, from)) {
      Optional<DecodePipeline.Step> step = pipeline.next();
      while (step.isPresent()) {
        if (step.get() instanceof DecodePipeline.Step.Rows rows) {
          rows.batch().records().forEach(record -> records.add(text(record)));
          counters.merge(rows.batch().counters());
        } else {
          String place = " after " + counters.total(Counters.ROWS) + " rows";
          ends.add(step.get() + place);
        }
        step = pipeline.next();
      }
    }
    return new TestingSteps(records, ends, counters);
  }

  public static TestingSteps of(TestingIngest ingest) throws IOException, InterruptedException {
    UnitPlan plan = ingest.plan();
    return of(ingest, plan, UnitProgress.none(plan.unit().id(), "test"));
  }

  public static String text(ProducerRecord<byte[], byte[]> record) {
    HexFormat hex = HexFormat.of();
    return "%s-%d %s %s %s"
        .formatted(
            record.topic(),
            record.partition(),
            hex.formatHex(record.key()),
            hex.formatHex(record.value()),
            record.headers());
  }

  /** Adds what the rules say of a record that travels: the part of the topology. */
  public static void judge(RowJudge judge, TestingIngest ingest, byte[] value, Counters counters)
      throws MalformedRecordException {
    if (SelectedRows.matches(value)) {
      SelectedRows.parse(value).documents().forEach(row -> judge(judge, ingest, row, counters));
    } else {
      judge(judge, ingest, DocumentRecord.parse(value), counters);
    }
  }

  private static void judge(
      RowJudge judge, TestingIngest ingest, TopicDocument document, Counters counters) {
    Verdict verdict = judge.judge(document);
    String bucket =
        verdict.bucket() < 0
            ? Counters.NO_BUCKET
            : ingest.rules().buckets().at(verdict.bucket()).name();
    Outcome outcome = verdict.outcome();
    counters.add(new Counters.Key(document.dump(), bucket, outcome.key()), 1);
  }
}
