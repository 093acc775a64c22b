package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Classes and methods that pages for developers name are in the sources. */
class NamesInPagesTest {
  private static final List<String> PAGES =
      List.of("docs/architecture.md", "docs/explanation/promises.md", "CONTRIBUTING.md");

  /** A class, or a class and a member: {@code `RowJudge`}, {@code `RowJudge.judge`}. */
  private static final Pattern NAME =
      Pattern.compile("`([A-Z][a-z]\\w*[a-z]\\w*)(?:\\.([a-zA-Z]\\w*))?`");

  /** Names of Java and of libraries, placeholders, and names that no class may have. */
  private static final Pattern FOREIGN =
      Pattern.compile("String|StrictMath|Optional|TopologyTestDriver|Xxx.*|Util|Manager|Helper");

  @Test
  void shouldNameWhatIsInTheSources() throws IOException {
    Map<String, String> sources = sources();
    List<String> missing = new ArrayList<>();
    for (String page : PAGES) {
      Matcher names = NAME.matcher(Files.readString(Repository.file(page)));
      while (names.find()) {
        String source = sources.get(names.group(1));
        boolean foreign = FOREIGN.matcher(names.group(1)).matches();
        if (!foreign && (source == null || !hasMember(source, names.group(2)))) {
          missing.add(page + ": " + names.group());
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  private static boolean hasMember(String source, String member) {
    return member == null || Pattern.compile("\\b" + member + "\\b").matcher(source).find();
  }

  /** The text of all sources of a class name. */
  private static Map<String, String> sources() throws IOException {
    Map<String, String> sources = new HashMap<>();
    try (Stream<Path> files = Files.walk(Repository.file("pom.xml").getParent())) {
      for (Path file : files.filter(each -> each.toString().matches(".*/src/.*\\.java")).toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        sources.merge(name, Files.readString(file), String::concat);
      }
    }
    return sources;
  }
}
