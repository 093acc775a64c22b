package dev.sluice.bench;

import dev.sluice.storage.shard.ShardRow;
import dev.sluice.topics.record.DocumentEncoder;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.MalformedRecordException;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One document to the value of a record, and back. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {
  private static final DocumentEncoder ENCODER =
      new DocumentEncoder("CC-MAIN-2024-10#1", "data/CC-MAIN-2024-10/000_00000.parquet");

  private byte[][] values;

  /** Encodes all. */
  @Setup
  public void prepare(Documents documents) throws MalformedRecordException {
    DocumentRecord[] records = records(documents);
    values = new byte[records.length][];
    for (int i = 0; i < records.length; i++) {
      values[i] = records[i].textBytes();
    }
  }

  static DocumentRecord[] records(Documents documents) throws MalformedRecordException {
    DocumentRecord[] records = new DocumentRecord[Documents.COUNT];
    for (int i = 0; i < records.length; i++) {
      records[i] = DocumentRecord.parse(encode(i, documents.rows().get(i)));
    }
    return records;
  }

  private static byte[] encode(long number, ShardRow row) {
    return ENCODER.encode(
        new DocumentEncoder.Head(number, row.dump(), OptionalDouble.of(row.score())),
        row.id(),
        row.text(),
        row.textOffset(),
        row.textLength());
  }

  /** To Avro; copies the text. */
  @Benchmark
  public byte[] encode(Documents documents) {
    int number = documents.next();
    return encode(number, documents.rows().get(number));
  }

  /** From Avro, everything but the text, which stays where it is. */
  @Benchmark
  public DocumentRecord decode(Documents documents) throws MalformedRecordException {
    return DocumentRecord.parse(values[documents.next()]);
  }
}
