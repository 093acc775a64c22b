package dev.sluice.app.report;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.core.Bucket;
import dev.sluice.jobs.survey.SealedOutput;
import java.nio.file.Path;
import java.util.List;

/** Lines to paste that load the output. */
record LoadSection(SealedOutput output) {
  void write(HtmlWriter html) {
    List<SealedOutput.SealedShard> shards = output.shards();
    if (shards.isEmpty()) {
      html.element("p", "No document was kept, so there is nothing to load.");
      return;
    }
    Path root = output.root().toAbsolutePath().normalize();
    String all = root.resolve(output.content().language()).toString();
    Bucket bucket = output.content().buckets().get(shards.get(shards.size() - 1).bucket());
    String files = globbed(all) + "/**/*.parquet";
    html.element(
        "p",
        "The lines name the place where the output was when this page was written: %s"
            .formatted(root));
    lines(
        html,
        "DuckDB",
        "SELECT count(*), avg(length(text)) FROM read_parquet(" + sql(files) + ");");
    lines(
        html,
        "Hugging Face datasets",
        """
        from datasets import load_dataset

        everything = load_dataset("parquet", data_dir=%s, split="train")
        bucket = load_dataset("parquet", data_dir=%s, split="train")
        """
            .formatted(python(all), python(all + "/" + bucket.name())));
    lines(
        html,
        "Polars",
        """
        import polars

        documents = polars.scan_parquet(%s, include_file_paths="path")
        """
            .formatted(python(files)));
  }

  private static void lines(HtmlWriter html, String title, String code) {
    html.element("h3", title);
    html.open("pre", "tabindex", "0", "aria-label", title).element("code", code.strip());
    html.closeLine();
  }

  /** A directory whose name is no pattern, though it may look like one. */
  private static String globbed(String directory) {
    return directory.replaceAll("[\\[*?]", "[$0]");
  }

  private static String sql(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static String python(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(
            unit -> {
              if (unit == '"' || unit == '\\') {
                quoted.append('\\').append((char) unit);
              } else if (unit < ' ') {
                quoted.append("\\x%02x".formatted(unit));
              } else {
                quoted.append((char) unit);
              }
            });
    return quoted.append('"').toString();
  }
}
