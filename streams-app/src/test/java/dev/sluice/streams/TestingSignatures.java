package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.NearDedupScope;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.RowSignatures;
import dev.sluice.topics.record.SignatureBlock;
import dev.sluice.topics.record.Watermark;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Near-deduplication for tests: signatures as ingest would send them, and lines. */
final class TestingSignatures {
  private TestingSignatures() {}

  static NearDedup nearDedup(NearDedupScope scope) {
    return new NearDedup(scope, 0.95, 0.3);
  }

  /** The signature of a document. */
  static byte[] of(NearDedup nearDedup, TestingDocument document) {
    byte[] text = document.text().orElseThrow();
    long salt = nearDedup.salt(document.dump());
    return new TextSigner().sign(text, 0, text.length, salt).encode();
  }

  /** The headers of a record of documents, with the signatures of those that ingest would sign. */
  static Headers headers(NearDedup nearDedup, List<TestingDocument> documents) {
    RowSignatures rows = new RowSignatures();
    for (TestingDocument document : documents) {
      rows.add(isSigned(document) ? of(nearDedup, document) : new byte[0]);
    }
    Headers headers = new RecordHeaders();
    headers.add("dump", documents.get(0).dump().getBytes(UTF_8));
    headers.add(RowSignatures.HEADER, rows.take());
    return headers;
  }

  private static boolean isSigned(TestingDocument document) {
    return document.text().isPresent()
        && new String(document.text().get(), UTF_8).indexOf('\uFFFD') < 0;
  }

  /** A line for each record. */
  static String line(byte[] value) {
    try {
      if (SignatureBlock.matches(value)) {
        SignatureBlock block = SignatureBlock.parse(value);
        return line(
            block.unit(),
            block.file(),
            block.rows().stream()
                .map(row -> line(row.row(), row.id(), row.dump(), row.signature())));
      }
      return Forget.matches(value)
          ? Forget.parse(value).toString()
          : Watermark.parse(value).toString();
    } catch (MalformedRecordException e) {
      throw new AssertionError(e);
    }
  }

  private static String line(String unit, String file, Stream<String> rows) {
    return "%s %s %s".formatted(unit, file, rows.toList());
  }

  private static String line(long row, byte[] id, String dump, byte[] signature) {
    return "%d %s %s %s"
        .formatted(row, new String(id, UTF_8), dump, HexFormat.of().formatHex(signature));
  }

  /** The line of the block of these documents; empty if there are none. */
  static Stream<String> line(NearDedup nearDedup, List<TestingDocument> documents) {
    return documents.stream()
        .limit(1)
        .map(
            first ->
                line(
                    first.unit(),
                    first.file(),
                    documents.stream()
                        .map(
                            each ->
                                line(each.row(), each.id(), each.dump(), of(nearDedup, each)))));
  }
}
