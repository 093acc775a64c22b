package dev.sluice.jobs.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.operators.OperatorChain;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowProblem;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes diagnostics of single rows as JSON lines. */
public final class RowDiagnostics {
  private RowDiagnostics() {}

  /** Returns the row's file, number and line. */
  public static Map<String, Object> of(String file, DocumentCursor cursor) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("file", file);
    line.put("row", cursor.row());
    if (cursor.line() > 0) {
      line.put("line", cursor.line());
    }
    return line;
  }

  /** Adds a line on a row without a document. */
  public static void reject(String file, DocumentCursor cursor, ByteRows to) {
    reject(file, cursor, cursor.problem(), to);
  }

  /** Adds a line on a row with this problem. */
  static void reject(String file, DocumentCursor cursor, RowProblem problem, ByteRows to) {
    Map<String, Object> line = of(file, cursor);
    line.put("reason", problem.reason());
    line.put("message", problem.message());
    append(line, to);
  }

  /** Adds the operator's number and name to a line. */
  static void operator(Map<String, Object> line, int operator, OperatorChain chain) {
    line.put("operator", operator);
    line.put("name", chain.operators().get(operator).name());
  }

  /** Adds a line. */
  public static void append(Map<String, Object> line, ByteRows to) {
    try { // not as a string: characters beyond 16 bits are escaped only when written as bytes
      byte[] bytes = Json.PLAIN.writeValueAsBytes(line);
      to.append(bytes, 0, bytes.length);
      to.append('\n');
      to.endRow();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a line cannot be written as JSON", e);
    }
  }
}
