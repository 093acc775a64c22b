package dev.sluice.storage.takedown;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.operators.neardup.TextSigner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TakedownsTest {
  private static final List<String> HOSTS =
      List.of("a.example", "b.a.example", "ba.example", "c.b.a.example", "d.example", "192.0.2.1");
  private static final List<String> DOMAINS =
      List.of("a.example", "b.a.example", "d.example", "192.0.2.1", "0.2.1", "e.example");

  /** Equal at the beginning and in length, or only at the beginning, or in nothing. */
  private static final List<String> TEXTS =
      List.of(
          "x".repeat(300),
          "x".repeat(299) + "y",
          "x".repeat(301),
          "x".repeat(256),
          "x",
          "",
          page("page"),
          page("side"),
          page("p a g e"),
          page("page that has more words than the others do").toUpperCase(Locale.ROOT));

  private static String page(String word) {
    return "This %s is one of many that nobody wants to read again, so it must be taken down wherever"
            .formatted(word)
        + " it is, and all of its copies with it, even if a word was changed here or there. It has"
        + " no other purpose, and never had.";
  }

  private final Random random = new Random(7);

  /** Entries as plain strings. */
  private static final class PlainEntries {
    private final Set<String> ids = new HashSet<>();
    private final Set<String> pages = new HashSet<>();
    private final Set<String> domains = new HashSet<>();
    private final Set<String> texts = new HashSet<>();
    private boolean withNearCopies;

    Optional<EntryKind> names(String id, Optional<Page> page, String text) {
      if (ids.contains(id)) {
        return Optional.of(EntryKind.ID);
      }
      if (page.isPresent() && pages.contains(page.get().plain())) {
        return Optional.of(EntryKind.URL);
      }
      if (page.isPresent() && domains.stream().anyMatch(page.get()::isOf)) {
        return Optional.of(EntryKind.DOMAIN);
      }
      if (texts.contains(text)) {
        return Optional.of(EntryKind.TEXT);
      }
      return withNearCopies
              && texts.stream().anyMatch(each -> PlainSimilarity.of(each, text) >= 0.8)
          ? Optional.of(EntryKind.NEAR)
          : Optional.empty();
    }
  }

  /** A page, which has many URLs. */
  private record Page(String host, String path) {
    String plain() {
      return host + path;
    }

    boolean isOf(String domain) {
      boolean numeric = domain.endsWith("1");
      return host.equals(domain) || !numeric && host.endsWith("." + domain);
    }

    String url(Random random) {
      String url = random.nextBoolean() ? "https://" : random.nextBoolean() ? "HTTP://" : "";
      url += random.nextBoolean() && !host.endsWith("1") ? "www." : "";
      url += random.nextBoolean() ? host : host.toUpperCase(Locale.ROOT);
      url += random.nextBoolean() ? ":80" : "";
      url += path;
      url += random.nextBoolean() ? "/" : "";
      return url + (random.nextBoolean() ? "#there" : "");
    }
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private Page page() {
    return new Page(any(HOSTS), any(List.of("", "/a", "/a/b", "/a?b=c")));
  }

  private List<String> ids() {
    List<String> ids = new ArrayList<>(List.of("", "page", "page-1", "<urn:uuid:>"));
    for (int i = 0; i < 4; i++) {
      UUID uuid = new UUID(random.nextLong(), random.nextLong());
      ids.add(uuid.toString());
      ids.add("<urn:uuid:" + uuid + ">");
      ids.add("<urn:uuid:" + uuid.toString().replace('-', '_') + ">");
    }
    return ids;
  }

  @Test
  void shouldNameTheRowsThatPlainComparisonNames() {
    Set<Optional<EntryKind>> seen = new HashSet<>();
    for (int round = 0; round < 500; round++) {
      List<String> ids = ids();
      PlainEntries plain = new PlainEntries();
      plain.withNearCopies = random.nextBoolean();
      TakedownList.Builder list =
          new TakedownList.Builder(
              plain.withNearCopies ? Optional.of(TextSigner.forTakeDowns()) : Optional.empty());
      for (int i = random.nextInt(4); i > 0; i--) {
        String id = any(ids);
        plain.ids.add(id);
        list.id(id.getBytes(UTF_8));
      }
      for (int i = random.nextInt(4); i > 0; i--) {
        Page page = page();
        plain.pages.add(page.plain());
        list.url(page.url(random));
      }
      for (int i = random.nextInt(3); i > 0; i--) {
        String domain = any(DOMAINS);
        plain.domains.add(domain);
        list.domain(domain);
      }
      for (int i = random.nextInt(3); i > 0; i--) {
        String text = any(TEXTS);
        plain.texts.add(text);
        byte[] bytes = ("<" + text + ">").getBytes(UTF_8);
        list.text(bytes, 1, bytes.length - 2);
      }
      Takedowns takedowns = new Takedowns(list.build(), TextSigner::forTakeDowns);
      for (int row = 0; row < 50; row++) {
        String id = any(ids);
        Optional<Page> page = Optional.of(page()).filter(some -> random.nextInt(4) > 0);
        String text = any(TEXTS);
        byte[] bytes = ("--" + text + "-").getBytes(UTF_8);

        Optional<EntryKind> named =
            takedowns.names(
                id.getBytes(UTF_8), page.map(some -> some.url(random)), bytes, 2, bytes.length - 3);

        assertThat(named).as("%s %s %s", id, page, text).isEqualTo(plain.names(id, page, text));
        seen.add(named);
      }
    }
    assertThat(seen).hasSize(EntryKind.values().length + 1);
  }

  /** All entries that name a row count, and not only the one by which it is named. */
  @Test
  void shouldTellWhichEntriesNameNoRow() {
    TakedownList.Builder list = new TakedownList.Builder();
    list.id(uuid(1));
    list.url("a.b.example/1");
    list.domain("b.example");
    list.domain("a.b.example");
    list.text(text(1), 0, text(1).length);
    TakedownList.Builder missing = new TakedownList.Builder();
    missing.id(uuid(2));
    missing.url("a.b.example/2");
    missing.domain("c.b.example");
    missing.text(text(2), 0, text(2).length);
    list.add(missing.build());
    FoundEntries found = new FoundEntries(list.build());
    assertThat(found.missing().bytes()).isEqualTo(list.build().bytes());

    found.add(uuid(1), Optional.of("http://a.b.example/1"), text(1), 0, text(1).length);
    found.add(uuid(9), Optional.empty(), text(9), 0, text(9).length);

    assertThat(found.missing().bytes()).isEqualTo(missing.build().bytes());
  }

  @Test
  void shouldFindEachOfManyEntries() {
    TakedownList.Builder list = new TakedownList.Builder();
    int many = 20_000;
    for (int i = 0; i < many; i++) {
      list.id(uuid(i));
      list.url("example.org/" + i);
      list.domain("site" + i + ".example");
      list.text(text(i), 0, text(i).length);
    }
    Takedowns first = new Takedowns(list.build(), TextSigner::forTakeDowns);
    Takedowns takedowns = first.forAnotherThread();
    for (int i = 0; i < 2 * many; i++) {
      boolean isNamed = i < many;
      assertThat(takedowns.namesId(uuid(i))).isEqualTo(isNamed);
      assertThat(takedowns.namesUrl("https://example.org/" + i).isPresent()).isEqualTo(isNamed);
      assertThat(takedowns.namesUrl("https://a.site" + i + ".example/x"))
          .isEqualTo(isNamed ? Optional.of(EntryKind.DOMAIN) : Optional.empty());
      assertThat(takedowns.namesText(text(i), 0, text(i).length)).isEqualTo(isNamed);
    }
  }

  /** Consecutive UUIDs, as of a counter or a clock. */
  private static byte[] uuid(int number) {
    return ("<urn:uuid:" + new UUID(1, number) + ">").getBytes(UTF_8);
  }

  private static byte[] text(int number) {
    return ("text " + number).getBytes(UTF_8);
  }

  @Test
  void shouldAskForWhatItHasEntriesOf() {
    TakedownList.Builder list = new TakedownList.Builder();
    assertThat(new Takedowns(list.build(), TextSigner::forTakeDowns).isEmpty()).isTrue();

    list.domain("example.org");

    Takedowns takedowns = new Takedowns(list.build(), TextSigner::forTakeDowns);
    assertThat(takedowns.isEmpty()).isFalse();
    assertThat(takedowns.asks(EntryKind.DOMAIN)).isTrue();
    assertThat(takedowns.asks(EntryKind.URL)).isFalse();
  }

  @Test
  void shouldNameTextsThatAreNoUrlsByThemselvesOnly() {
    TakedownList.Builder list = new TakedownList.Builder();
    list.url("mailto:a@example.org");
    list.domain("example.org");
    Takedowns takedowns = new Takedowns(list.build(), TextSigner::forTakeDowns);

    assertThat(takedowns.namesUrl(" mailto:a@example.org")).contains(EntryKind.URL);
    assertThat(takedowns.namesUrl("mailto:b@example.org")).isEmpty();
  }
}
