package dev.sluice.operators.neardup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.util.VersionInfo;
import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.MinHasher;
import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.core.SplitMix64;
import dev.sluice.operators.TestingTexts;
import dev.sluice.operators.text.SimpleForm;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextSignerTest {
  private final TextSigner signer = new TextSigner();

  private Fingerprint sign(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return signer.sign(bytes, 0, bytes.length).fingerprint();
  }

  private static String text(Random random, int words) {
    return random.ints(words, 0, 1 << 20).mapToObj(TextSignerTest::word).collect(joining(" "));
  }

  /** A word for each number, of letters alone. */
  private static String word(int number) {
    return Integer.toString(number, 26)
        .chars()
        .map(digit -> digit < 'a' ? digit - '0' + 'q' : digit)
        .mapToObj(Character::toString)
        .collect(joining());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "The answer is 42, of course. | the ANSWER is 42 of course",
        "Café au lait  and more of it | cafe au lait, and more of it",
        "x = ４２ + y of some kind | x=42+y of some kind"
      })
  void shouldTakeTextsThatDifferInFormForCopies(String one, String other) {
    assertThat(sign(one).in(sign(other), 0.95).rule()).isEqualTo(Fingerprint.Rule.COPY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "The answer is 42 of course | The answer is 43 of course",
        "The answer is -3 of course | The answer is 3 of course",
        "we have a < b and more | we have a > b and more",
        "sum of a + b is here | sum of a * b is here",
        "the price is 5 € in all | the price is 5 $ in all",
        "one two three four five | one two three five four"
      })
  void shouldNotTakeTextsThatDifferInNumbersOrSignsForCopies(String one, String other) {
    assertThat(sign(one).in(sign(other), 0.95).rule()).isEqualTo(Fingerprint.Rule.NONE);
  }

  @Test
  void shouldEstimateTheShareOfATextThatAnotherContains() {
    Random random = new Random(7);
    for (int words : new int[] {200, 1_000, 5_000, 100_000}) {
      double sum = 0;
      double squares = 0;
      int rounds = words > 1_000 ? 200_000 / words : 100;
      double error = 0;
      for (int round = 0; round < rounds; round++) {
        String[] one = text(random, words).split(" ");
        String[] other = one.clone();
        for (int edit = 0; edit < words / 60; edit++) {
          other[random.nextInt(words)] = "edited" + word(random.nextInt(1 << 30));
        }
        Fingerprint.Containment found =
            sign(String.join(" ", other)).in(sign(String.join(" ", one)), 0.95);
        double difference = found.share() - share(other, one);
        sum += difference;
        squares += difference * difference;
        error = found.error();
      }
      assertThat(Math.sqrt(squares / rounds)).isLessThan(2.5 * error);
      assertThat(Math.abs(sum / rounds)).isLessThan(4 * error / Math.sqrt(rounds));
    }
  }

  private static double share(String[] removed, String[] kept) {
    Set<String> of = sequences(removed);
    Set<String> in = sequences(kept);
    return of.stream().filter(in::contains).count() / (double) of.size();
  }

  private static Set<String> sequences(String[] words) {
    return IntStream.range(0, words.length - 2)
        .mapToObj(i -> String.join(" ", Arrays.copyOfRange(words, i, i + 3)))
        .collect(toCollection(HashSet::new));
  }

  private static String hex(Fingerprint fingerprint) {
    ByteBuffer bytes = ByteBuffer.allocate(fingerprint.size());
    fingerprint.write(bytes);
    return HexFormat.of().formatHex(bytes.array());
  }

  private static long[] units(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    UnitScanner scanner = new UnitScanner();
    int count = scanner.scan(bytes, 0, bytes.length);
    return Arrays.copyOf(scanner.units(), count);
  }

  /** The hash of a sequence of units, from the definition. */
  private static long hash(long[] units, int from, int to) {
    long hash = 0;
    for (int i = from; i < to; i++) {
      hash = hash * TextSigner.BASE + units[i];
    }
    return hash;
  }

  private static Fingerprint slowFingerprint(String text) {
    long[] units = units(text);
    long all = TextSigner.mix(hash(units, 0, units.length) + units.length * TextSigner.FACTOR);
    if (units.length < 5) {
      return Fingerprint.ofShort(all);
    }
    int sequences = units.length - 2;
    int bits = 512;
    while (bits < 1 << 16 && bits < sequences / 2.0) {
      bits *= 2;
    }
    BitSet parities = new BitSet();
    Map<Long, Integer> counts = new HashMap<>();
    for (int i = 2; i < units.length; i++) {
      long sequence = hash(units, i - 2, i + 1) & -4_096;
      int occurrence = Math.min(counts.merge(sequence, 1, Integer::sum) - 1, 4_095);
      long element = sequence + occurrence * SequenceSet.ODD;
      parities.flip((int) ((element ^ element >>> 32) * SequenceSet.ODD >>> 64 - 16) % bits);
    }
    long[] words = Arrays.copyOf(parities.toLongArray(), bits / 64);
    return Fingerprint.of(all, sequences, counts.size() < sequences / 2.0, words);
  }

  private static long[] slowKeys(String text, long salt) {
    long[] units = units(text);
    long[] keys = new long[Math.min(1, units.length)];
    if (units.length < 5) {
      long all = hash(units, 0, units.length) + units.length * TextSigner.FACTOR;
      Arrays.fill(keys, TextSigner.mix(all) ^ TextSigner.SHORT);
    } else {
      long[] sequences =
          IntStream.rangeClosed(5, units.length)
              .mapToLong(
                  end ->
                      TextSigner.mix(
                          hash(units, end - 5, end - 2) * TextSigner.FACTOR
                              + hash(units, end - 3, end)))
              .toArray();
      MinHasher hasher = new MinHasher(14, 8);
      hasher.accept(sequences, sequences.length);
      keys = hasher.keys();
    }
    return Arrays.stream(keys).map(key -> (key ^ salt) & (1L << 48) - 1).toArray();
  }

  @Test
  void shouldSignAsASlowVersionDoes() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      String text =
          switch (round % 4) {
            case 0 -> TestingTexts.mixed(random, random.nextInt(12));
            case 1 -> TestingTexts.repetitive(random, random.nextInt(300));
            case 2 -> text(random, random.nextInt(2_500));
            default -> TestingTexts.mixed(random, random.nextInt(3_000));
          };
      byte[] bytes = ("x" + text).getBytes(UTF_8);
      Signature signed = signer.sign(bytes, 1, bytes.length - 1, seed);
      assertThat(signed.keys()).as("seed %d", seed).isEqualTo(slowKeys(text, seed));
      if (signed.keys().length > 0) {
        String fingerprint = hex(signed.fingerprint());
        assertThat(fingerprint).as("seed %d", seed).isEqualTo(hex(slowFingerprint(text)));
      }
    }
  }

  @Test
  void shouldSignLongAndRepetitiveTextsAsASlowVersionDoes() {
    Random random = new Random(3);
    for (String text :
        List.of(
            text(random, 100_000),
            TestingTexts.repetitive(random, 100_000),
            "la la la la ".repeat(30_000),
            "one two three ".repeat(50_000))) {
      assertThat(hex(sign(text))).isEqualTo(hex(slowFingerprint(text)));
    }
  }

  @Test
  void shouldCountRepetition() {
    Random random = new Random(5);
    String once = text(random, 400);
    String part = text(random, 60);
    Fingerprint.Containment found =
        sign(once + " " + part + " " + part).in(sign(once + " " + part), 0.9);
    assertThat(found.share()).isBetween(0.86, 0.90);
    assertThat(found.rule()).isEqualTo(Fingerprint.Rule.NONE);
  }

  @Test
  void shouldOnlyFindCopiesOfRepetitiveAndShortTexts() {
    String line = "sing it again and again, ";
    assertThat(sign(line.repeat(40)).in(sign(line.repeat(40)), 0.9).rule())
        .isEqualTo(Fingerprint.Rule.COPY);
    assertThat(sign(line.repeat(40)).in(sign(line.repeat(41)), 0.9).rule())
        .isEqualTo(Fingerprint.Rule.NONE);
    assertThat(sign("Page 7 of 9").in(sign("page 7 of 9"), 0.9).rule())
        .isEqualTo(Fingerprint.Rule.COPY);
    assertThat(sign("Page 7 of").in(sign("page 7 of 9"), 0.9).rule())
        .isEqualTo(Fingerprint.Rule.NONE);
  }

  /**
   * Written down once: with other values, outputs could not be continued. Whoever must change them
   * gives {@link NearDedup#CONSTANTS} another version of signatures.
   */
  @Test
  void shouldSignAsItDidBefore() {
    assertThat(NearDedup.CONSTANTS).startsWith("signatures 1, Unicode 17.0; ");
    assertThat(UCharacter.getUnicodeVersion()).isEqualTo(VersionInfo.getInstance(17, 0));
    long forms = 0;
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      forms = SplitMix64.mix(forms + SimpleForm.of(codePoint));
    }
    assertThat(forms).isEqualTo(4818546710846675745L);
    String text = "The Na\u00efve answer is -3.5% of \u4f60\u597d, (x + 1) = 42!";
    byte[] bytes = text.getBytes(UTF_8);
    Signature signed = signer.sign(bytes, 0, bytes.length);
    assertThat(Arrays.stream(signed.keys()).mapToObj(Long::toHexString).toList())
        .isEqualTo(
            List.of(
                "d2d3f22d4d2c",
                "b4fc53a2a093",
                "261c854784bd",
                "1dbdd3232425",
                "1f6836f5b48c",
                "5c2f1f97607a",
                "e24956b32ba7",
                "6a986b0997db",
                "5c656e34cd46",
                "7ea18f886b61",
                "f2aa6e630c3a",
                "d013952f8695",
                "435d3ba2d0b3",
                "ac391a2d0077"));
    assertThat(hex(signed.fingerprint()))
        .isEqualTo(
            "68128997fc8106630000001200808000000000004000000020000002000904001000080000000000000000000000000000000100000000000004000000100020000000000200008000000000");
    signed = signer.sign(bytes, 0, 3);
    assertThat(signed.keys()).containsExactly(0x173186c46497L);
    assertThat(hex(signed.fingerprint())).isEqualTo("30da7843f29001ef80000000");
    assertThat(signer.sign(bytes, 3, 1)).isEqualTo(Signature.NONE);
  }
}
