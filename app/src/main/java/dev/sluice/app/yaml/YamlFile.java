package dev.sluice.app.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.app.config.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Files that users write in YAML: configurations and recipes. A file of more than 1 MiB is refused,
 * as is one that nests deeper than 50 levels or has more than 50 aliases of maps and lists.
 */
public final class YamlFile {
  private static final int MOST_BYTES = 1 << 20;

  private YamlFile() {}

  /**
   * The file's content; empty where there is none, or where it cannot be read, which is a problem
   * of {@code --config}.
   */
  public static Optional<Node> read(Path file, Problems problems) {
    try {
      return compose(text(file));
    } catch (NoSuchFileException e) {
      problems.add("--config", "there is no file " + file);
    } catch (CharacterCodingException e) {
      problems.add("--config", file + " is not UTF-8");
    } catch (IOException e) {
      problems.add("--config", "cannot read " + file + ": " + e.getMessage());
    } catch (MarkedYAMLException e) {
      String line = ":" + (e.getProblemMark().getLine() + 1);
      problems.add("--config", file + line, "not valid YAML: " + e.getProblem());
    } catch (YAMLException e) {
      problems.add("--config", file.toString(), "not valid YAML: " + e.getMessage());
    }
    return Optional.empty();
  }

  /**
   * The file's text.
   *
   * @throws IOException when it cannot be read, is too large or is not UTF-8
   */
  public static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException("it is larger than 1 MiB, which no configuration needs");
      }
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
  }

  /**
   * The content of a text.
   *
   * @throws YAMLException when it is no YAML
   */
  public static Optional<Node> compose(String text) {
    return Optional.ofNullable(new Yaml(new LoaderOptions()).compose(new StringReader(text)));
  }
}
