package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every relative link of a page, and its anchor, leads somewhere; the start page leads everywhere.
 */
class LinksTest {
  private static final Pattern FENCE = Pattern.compile("(?ms)^ *(```+).*?^ *\\1 *$");
  private static final Pattern CODE = Pattern.compile("(?s)(?<!`)(`+)(?!`)(.*?)(?<!`)\\1(?!`)");
  private static final Pattern LINK =
      Pattern.compile("]\\(\\s*<?([^)\\s>]+)>?(?:\\s+\"[^\"]*\")?\\s*\\)");
  private static final Pattern DEFINITION = Pattern.compile("(?m)^ {0,3}\\[[^]]+]:\\s*(\\S+)");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z][a-z0-9+.-]*:.*");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.*?) *#*$");
  private static final Pattern NAMED = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");

  private static List<Path> pages(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(page -> page.toString().endsWith(".md")).sorted().toList();
    }
  }

  /** The pages of the repository: those of its root and of docs. */
  private static List<Path> allPages(Path root) throws IOException {
    List<Path> pages = new ArrayList<>(pages(root.resolve("docs")));
    try (Stream<Path> files = Files.list(root)) {
      files.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }

  private static String withoutBlocks(Path page) throws IOException {
    return FENCE.matcher(Files.readString(page)).replaceAll("");
  }

  private static List<String> links(Path page) throws IOException {
    String text = CODE.matcher(withoutBlocks(page)).replaceAll("");
    List<String> links = new ArrayList<>();
    for (Pattern pattern : List.of(LINK, DEFINITION)) {
      Matcher found = pattern.matcher(text);
      while (found.find()) {
        if (!ELSEWHERE.matcher(found.group(1)).matches()) {
          links.add(found.group(1));
        }
      }
    }
    return links;
  }

  /** The anchors that GitHub gives to headings. */
  private static Set<String> anchors(Path page) throws IOException {
    String text = withoutBlocks(page);
    Set<String> anchors = new HashSet<>();
    Map<String, Integer> times = new HashMap<>();
    Matcher headings = HEADING.matcher(text);
    while (headings.find()) {
      String plain = headings.group(1).replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
      String anchor =
          plain
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N}\\p{M} _-]", "")
              .replace(' ', '-');
      int before = times.merge(anchor, 1, Integer::sum) - 1;
      anchors.add(before == 0 ? anchor : anchor + "-" + before);
    }
    Matcher named = NAMED.matcher(text);
    while (named.find()) {
      anchors.add(named.group(1));
    }
    return anchors;
  }

  private static List<String> broken(Path root) throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : allPages(root)) {
      for (String link : links(page)) {
        String[] parts = link.split("#", 2);
        Path target =
            parts[0].isEmpty()
                ? page
                : page.resolveSibling(URLDecoder.decode(parts[0], StandardCharsets.UTF_8))
                    .normalize();
        if (!target.startsWith(root) || !Files.exists(target)) {
          broken.add(root.relativize(page) + ": " + link + " (no such file)");
        } else if (parts.length == 2
            && target.toString().endsWith(".md")
            && !anchors(target).contains(parts[1])) {
          broken.add(root.relativize(page) + ": " + link + " (no such heading)");
        }
      }
    }
    return broken;
  }

  @Test
  void shouldResolveEveryLinkOfThePages() throws IOException {
    Path root = Repository.file("README.md").getParent();
    assertThat(broken(root)).isEmpty();
  }

  @Test
  void shouldListEveryPageInTheIndex() throws IOException {
    Path root = Repository.file("README.md").getParent();
    Path index = root.resolve("docs/index.md");
    Set<Path> listed = new HashSet<>();
    for (String link : links(index)) {
      listed.add(index.resolveSibling(link).normalize());
    }
    assertThat(pages(root.resolve("docs")))
        .filteredOn(page -> !page.equals(index) && !page.startsWith(root.resolve("docs/design")))
        .filteredOn(page -> !listed.contains(page))
        .isEmpty();
  }

  @Test
  void shouldNameBrokenLinks(@TempDir Path root) throws IOException {
    Files.createDirectories(root.resolve("docs"));
    Files.writeString(
        root.resolve("README.md"),
        """
        # The `run` command, twice: [see](docs/a.md)
        ## Twice
        ## Twice
        [a](docs/a.md#what-it-does) ![b](docs/no.svg) [c](#twice-1) [d](#twice-2)
        [e](https://example.org/x) [`f`](docs/) [g](../x.md) `[h](no.md)` [i]
        [j](#the-run-command-twice-see)

        [i]: docs/b.md
        ```
        [k](no.md)
        ## Not a heading
        ```
        [l](#not-a-heading)
        """);
    Files.writeString(root.resolve("docs/a.md"), "# What it does\n[m](../README.md#twice)\n");
    assertThat(broken(root))
        .containsExactlyInAnyOrder(
            "README.md: docs/no.svg (no such file)",
            "README.md: #twice-2 (no such heading)",
            "README.md: ../x.md (no such file)",
            "README.md: docs/b.md (no such file)",
            "README.md: #not-a-heading (no such heading)");
  }
}
