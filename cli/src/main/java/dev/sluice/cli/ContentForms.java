package dev.sluice.cli;

import dev.sluice.app.StateJson;
import dev.sluice.core.values.Printable;
import dev.sluice.jobs.content.Amounts;
import dev.sluice.jobs.content.Group;
import dev.sluice.jobs.content.TrainingContent.Receiver;
import dev.sluice.jobs.content.TrainingContent.Summary;
import dev.sluice.jobs.validate.report.ReportNumbers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The forms in which a statement of training content is printed and written. */
final class ContentForms {
  private ContentForms() {}

  private static String name(Group group) {
    return group.name().toLowerCase(Locale.ROOT);
  }

  /** Prints a text with the first lines of each group. */
  static final class Text implements Receiver {
    private static final int LINES = 20;

    private final Path output;
    private final PrintWriter out;
    private final Map<Group, Integer> lines = new EnumMap<>(Group.class);
    private Summary summary;

    Text(Path output, PrintWriter out) {
      this.output = output;
      this.out = out;
    }

    @Override
    public void begin(Summary all) {
      summary = all;
      out.printf(
          Locale.ROOT,
          "Training content of %s: %s, %s of text%s%n",
          output,
          ReportNumbers.counted(all.total().documents(), "document"),
          ReportNumbers.counted(all.total().textBytes(), "byte"),
          all.hasTokens() ? ", " + ReportNumbers.counted(all.total().tokens(), "token") : "");
      out.printf(
          Locale.ROOT,
          "%s by the public suffix list of %s%s%n",
          ReportNumbers.counted(all.domains(), "registrable domain"),
          all.suffixList(),
          all.listed() < all.domains()
              ? "; the largest %s of them listed".formatted(ReportNumbers.count(all.listed()))
              : "");
    }

    @Override
    public void line(Group group, String name, Amounts amounts) {
      int number = lines.merge(group, 1, Integer::sum);
      if (number == 1) {
        out.printf("%n%-40s %14s %20s %8s", name(group), "documents", "bytes of text", "share");
        out.println(summary.hasTokens() ? "%18s".formatted("tokens") : "");
      }
      if (number <= LINES) {
        out.printf(
            Locale.ROOT,
            "%-40s %,14d %,20d %8s",
            Printable.of(name),
            amounts.documents(),
            amounts.textBytes(),
            ReportNumbers.percent(
                (double) amounts.textBytes() / Math.max(1, summary.total().textBytes()), 2));
        out.println(
            summary.hasTokens() ? String.format(Locale.ROOT, "%,18d", amounts.tokens()) : "");
      } else if (number == LINES + 1) {
        out.println("... use --csv FILE or --json for all lines");
      }
    }
  }

  /** Prints an object of JSON with a line for each line of the statement. */
  static final class Json implements Receiver {
    private final PrintWriter out;
    private Summary summary;
    private boolean hasLines;

    /** The beginning of a statement. */
    private record Head(
        long documents,
        long textBytes,
        Long tokens,
        long domains,
        long domainsListed,
        String suffixList,
        Set<String> unsealed) {}

    /** A line of a statement. */
    private record Line(String group, String name, long documents, long textBytes, Long tokens) {}

    Json(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void begin(Summary all) {
      summary = all;
      Amounts total = all.total();
      out.print("{\"statement\":");
      out.print(
          StateJson.text(
              new Head(
                  total.documents(),
                  total.textBytes(),
                  tokens(total),
                  all.domains(),
                  all.listed(),
                  all.suffixList(),
                  all.unsealed())));
      out.print(",\n\"lines\":[");
    }

    @Override
    public void line(Group group, String name, Amounts amounts) {
      out.print(hasLines ? ",\n" : "\n");
      hasLines = true;
      out.print(
          StateJson.text(
              new Line(
                  ContentForms.name(group),
                  name,
                  amounts.documents(),
                  amounts.textBytes(),
                  tokens(amounts))));
    }

    private Long tokens(Amounts amounts) {
      return summary.hasTokens() ? amounts.tokens() : null;
    }

    @Override
    public void end() {
      out.println("]}");
    }
  }

  /** Writes a table of comma-separated values, and passes everything on. */
  static final class Csv implements Receiver {
    private static final Pattern QUOTED = Pattern.compile("[\",\r\n]");

    private final Writer out;
    private final Receiver next;
    private boolean hasTokens;

    Csv(Writer out, Receiver next) {
      this.out = out;
      this.next = next;
    }

    @Override
    public void begin(Summary summary) throws IOException {
      hasTokens = summary.hasTokens();
      out.write("group,name,documents,text_bytes" + (hasTokens ? ",tokens\n" : "\n"));
      next.begin(summary);
    }

    @Override
    public void line(Group group, String name, Amounts amounts) throws IOException {
      boolean isQuoted = QUOTED.matcher(name).find();
      out.write(
          String.join(
              ",",
              ContentForms.name(group),
              isQuoted ? '"' + name.replace("\"", "\"\"") + '"' : name,
              Long.toString(amounts.documents()),
              Long.toString(amounts.textBytes())));
      out.write(hasTokens ? "," + amounts.tokens() + "\n" : "\n");
      next.line(group, name, amounts);
    }

    @Override
    public void end() throws IOException {
      next.end();
    }
  }
}
