package dev.sluice.operators.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.TestingOperators;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an operator says of texts, for comparisons with others: {@code OperatorDecisions OPERATOR
 * [PARAMETER=VALUE]...}. Reads texts in UTF-8 with a NUL byte after each, and writes for each what
 * was decided, again with a NUL byte: {@code kept}, {@code dropped REASON MEASURED}, {@code
 * changed} and the text, {@code failed} and the message.
 */
public final class OperatorDecisions {
  private OperatorDecisions() {}

  public static void main(String[] args) throws IOException {
    Map<String, ParameterValue> given = new LinkedHashMap<>();
    for (String parameter : Arrays.asList(args).subList(1, args.length)) {
      String[] sides = parameter.split("=", 2);
      given.put(sides[0], ParameterValue.of(sides[1]));
    }
    BoundOperator operator = TestingOperators.bind(args[0], given);
    InputStream in = new BufferedInputStream(System.in);
    try (OutputStream out = new PrintStream(System.out, false, UTF_8)) {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (next == 0) {
          out.write(decide(operator, text.toString(UTF_8)).getBytes(UTF_8));
          out.write(0);
          text.reset();
        } else {
          text.write(next);
        }
      }
    }
  }

  private static String decide(BoundOperator operator, String text) {
    Decision decision = operator.apply(Document.of(text));
    if (decision instanceof Decision.Changed changed) {
      return "changed " + changed.text().string();
    }
    if (decision instanceof Decision.Dropped dropped) {
      return "dropped " + dropped.reason() + " " + dropped.measured();
    }
    if (decision instanceof Decision.Failed failed) {
      return "failed " + failed.message();
    }
    return "kept";
  }
}
