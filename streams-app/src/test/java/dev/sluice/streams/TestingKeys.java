package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.operators.minhash.BandKeys;
import dev.sluice.operators.minhash.NearDedup;
import dev.sluice.operators.minhash.NearDedupScope;
import dev.sluice.operators.shingle.MinHashPreset;
import dev.sluice.topics.record.BandBlock;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.RowKeys;
import dev.sluice.topics.record.Watermark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Near-deduplication for tests: the keys of documents as ingest would send them, and lines. */
final class TestingKeys {
  static final int BANDS = 14;

  private TestingKeys() {}

  /** Of five words a shingle. */
  static NearDedup nearDedup(NearDedupScope scope) {
    return new NearDedup(BandKeys.of(MinHashPreset.DATATROVE), scope);
  }

  /** The keys of a document. */
  static long[] of(NearDedup nearDedup, TestingDocument document) {
    byte[] text = document.text().orElseThrow();
    long[] keys = new long[nearDedup.bands()];
    int count =
        nearDedup.sign(nearDedup.keys().signer(), text, 0, text.length, document.dump(), keys);
    return Arrays.copyOf(keys, count);
  }

  /** The headers of a record of documents, with the keys of those that ingest would sign. */
  static Headers headers(NearDedup nearDedup, List<TestingDocument> documents) {
    RowKeys rows = new RowKeys();
    for (TestingDocument document : documents) {
      long[] keys = isSigned(document) ? of(nearDedup, document) : new long[0];
      rows.add(keys, keys.length);
    }
    Headers headers = new RecordHeaders();
    headers.add("dump", documents.get(0).dump().getBytes(UTF_8));
    headers.add(RowKeys.HEADER, rows.take());
    return headers;
  }

  private static boolean isSigned(TestingDocument document) {
    return document.text().isPresent()
        && new String(document.text().get(), UTF_8).indexOf('\uFFFD') < 0;
  }

  /** A line for each record of a band. */
  static String line(byte[] value) {
    try {
      if (BandBlock.matches(value)) {
        BandBlock block = BandBlock.parse(value);
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < block.rows().length; i++) {
          rows.add(block.rows()[i] + "=" + block.keys()[i]);
        }
        return line(block.unit(), block.file(), block.dumps(), rows);
      }
      return Forget.matches(value)
          ? Forget.parse(value).toString()
          : Watermark.parse(value).toString();
    } catch (MalformedRecordException e) {
      throw new AssertionError(e);
    }
  }

  /** The line of a block. */
  static String line(String unit, String file, List<String> dumps, List<String> rows) {
    return "%s %s %s %s".formatted(unit, file, dumps, rows);
  }

  /** A document and its keys. */
  record Signed(TestingDocument document, long[] keys) {
    static List<Signed> all(NearDedup nearDedup, List<TestingDocument> documents) {
      return documents.stream().map(each -> new Signed(each, of(nearDedup, each))).toList();
    }
  }

  /** The line of the block that these documents have in a band; empty if there is none. */
  static Stream<String> line(int band, List<Signed> documents) {
    List<Signed> inBand = documents.stream().filter(each -> each.keys().length > band).toList();
    return inBand.stream()
        .map(Signed::document)
        .limit(1)
        .map(
            first ->
                line(
                    first.unit(),
                    first.file(),
                    inBand.stream().map(each -> each.document().dump()).distinct().toList(),
                    inBand.stream()
                        .map(each -> each.document().row() + "=" + each.keys()[band])
                        .toList()));
  }
}
