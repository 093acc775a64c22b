package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.core.ForgottenUnit;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes on the topics. Topics outlive programs: who changes these, breaks what is on them. */
class GoldenBytesTest {
  private static final String DOCUMENT =
      "c3014774e9b4b319f4882243432d4d41494e2d323032342d313023314c646174612f43432d4d4149"
          + "4e2d323032342d31302f3030305f30303030302e706172717565740e1e43432d4d41494e2d323032"
          + "342d31305e3c75726e3a757569643a30663866616435622d643963622d343639662d613136352d37"
          + "30383637373238393530653e020000000000000c400018636f6c756d6e73206f662037020e4772c3"
          + "bcc39f65";

  private static final String POINTED_DOCUMENT =
      "c3014774e9b4b319f4882243432d4d41494e2d323032342d313023314c646174612f43432d4d4149"
          + "4e2d323032342d31302f3030305f30303030302e706172717565740e1e43432d4d41494e2d323032"
          + "342d31305e3c75726e3a757569643a30663866616435622d643963622d343639662d613136352d37"
          + "30383637373238393530653e020000000000000c40020680a0be8195014000ff00ff00ff00ff00ff"
          + "00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff0118636f6c756d6e73206f66203700";

  private static final String FORMER_DOCUMENT =
      "c3010c39f0ed5dde9e552243432d4d41494e2d323032342d313023314c646174612f43432d4d4149"
          + "4e2d323032342d31302f3030305f30303030302e706172717565740e1e43432d4d41494e2d323032"
          + "342d31305e3c75726e3a757569643a30663866616435622d643963622d343639662d613136352d37"
          + "30383637373238393530653e020000000000000c4000020e4772c3bcc39f65";

  private static final String SELECTED_ROWS =
      "c301663d5749508a3a090c756e697423311c646174612f612e7061727175657406041e43432d4d41"
          + "494e2d323032342d31300e756e6b6e6f776e00060e000869642d37020000000000000c40020c4f76"
          + "bd84a9642a8301100200000012000e4772c3bcc39f650200000000000000800280a0be8195014f76"
          + "bd84a9642a830000";

  private static final String MARKER =
      "c3018f7b7161a9930f7c2c646174612f43432d4d41494e2d323032342d313023320200021e646174"
          + "612fc3b62e706172717565742c726f772067726f7570203320697320637574206f666600041e4343"
          + "2d4d41494e2d323032342d313002000208726f777380897a00000e756e6b6e6f776e0206332e3002"
          + "1673616d706c65645f6f75740a000000021e43432d4d41494e2d323032342d31300206332e300208"
          + "6b657074d8040000002c00000e646174612f612e70617271756574050802c3b602022e3a68663a2f"
          + "2f64617461736574732f6f72672f6e616d654030663938623100021e646174612fc3b62e70617271"
          + "7565740414656d7074795f746578740e08726f7773f80a0000";

  private static final String PLAIN_MARKER =
      "c3018f7b7161a9930f7c2c646174612f43432d4d41494e2d323032342d313023320200021e646174"
          + "612fc3b62e706172717565742c726f772067726f7570203320697320637574206f666600041e4343"
          + "2d4d41494e2d323032342d313002000208726f777380897a00000e756e6b6e6f776e0206332e3002"
          + "1673616d706c65645f6f75740a000000021e43432d4d41494e2d323032342d31300206332e300208"
          + "6b657074d8040000002c00000e646174612f612e70617271756574050802c3b60000";

  /** Without losses. */
  private static final String FORMER_MARKER_3 =
      "c301cb91cb58461755202c646174612f43432d4d41494e2d323032342d313023320200021e646174"
          + "612fc3b62e706172717565742c726f772067726f7570203320697320637574206f666600041e4343"
          + "2d4d41494e2d323032342d313002000208726f777380897a00000e756e6b6e6f776e0206332e3002"
          + "1673616d706c65645f6f75740a000000021e43432d4d41494e2d323032342d31300206332e300208"
          + "6b657074d8040000002c00000e646174612f612e70617271756574050802c3b600";

  /** Without sources. */
  private static final String FORMER_MARKER_2 =
      "c30137d0121e01157ed62c646174612f43432d4d41494e2d323032342d313023320200021e646174"
          + "612fc3b62e706172717565742c726f772067726f7570203320697320637574206f666600041e4343"
          + "2d4d41494e2d323032342d313002000208726f777380897a00000e756e6b6e6f776e0206332e3002"
          + "1673616d706c65645f6f75740a000000021e43432d4d41494e2d323032342d31300206332e300208"
          + "6b657074d8040000002c00000e646174612f612e70617271756574050802c3b6";

  private static final String FORMER_MARKER =
      "c30106567f70074cb0e92c646174612f43432d4d41494e2d323032342d3130233202041c64617461"
          + "2f612e706172717565741e646174612fc3b62e7061727175657400021e646174612fc3b62e706172"
          + "717565742c726f772067726f7570203320697320637574206f666600041e43432d4d41494e2d3230"
          + "32342d313002000208726f777380897a00000e756e6b6e6f776e0206332e30021673616d706c6564"
          + "5f6f75740a000000021e43432d4d41494e2d323032342d31300206332e3002086b657074d8040000"
          + "00";

  private static final String REJECT =
      "c301966469719cf5b08918696e76616c69645f7465787402d80406010203";

  private static final String FORGET =
      "c30170b5dffc10f1d6171e43432d4d41494e2d323032342d3130083266316302042c646174612f43"
          + "432d4d41494e2d323032342d3130233100000400041e43432d4d41494e2d323032342d31300e756e"
          + "6b6e6f776e0080016331323837323233373565326635616632396536303131616237636263393936"
          + "3236363564383364306232353835363232336263643666323563623836666564062e23330412622e"
          + "706172717565740014c3b62e706172717565740e000214c3b62e706172717565740000c601021e43"
          + "432d4d41494e2d323032342d313000000002022c646174612f43432d4d41494e2d323032342d3138"
          + "233206808080804000";

  /** Without the units that had begun. */
  private static final String FORMER_FORGET_2 =
      "c301bcfba2482b9a8b3e1e43432d4d41494e2d323032342d3130083266316302042c646174612f43"
          + "432d4d41494e2d323032342d3130233100000400041e43432d4d41494e2d323032342d31300e756e"
          + "6b6e6f776e0080016331323837323233373565326635616632396536303131616237636263393936"
          + "3236363564383364306232353835363232336263643666323563623836666564062e23330412622e"
          + "706172717565740014c3b62e706172717565740e000214c3b62e706172717565740000c601021e43"
          + "432d4d41494e2d323032342d3130000000";

  private static final String FORMER_FORGET =
      "c3012ce74a532bdbf53c1e43432d4d41494e2d323032342d3130083266316302042c646174612f43"
          + "432d4d41494e2d323032342d31302331041c646174612f612e7061727175657480808080804014c3"
          + "b62e706172717565740e000214c3b62e70617271756574000400062e23330212622e706172717565"
          + "7400000000c60100";

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void shouldWriteDocumentsInTheKnownForm() {
    assertThat(hex(TestingDocuments.plain().encode())).isEqualTo(DOCUMENT);
  }

  @Test
  void shouldWritePointedDocumentsInTheKnownForm() {
    assertThat(hex(TestingDocuments.pointed().encode())).isEqualTo(POINTED_DOCUMENT);
  }

  @Test
  void shouldWriteSelectedRowsInTheKnownForm() {
    assertThat(hex(SelectedRowsTest.encoded())).isEqualTo(SELECTED_ROWS);
  }

  @Test
  void shouldWriteMarkersInTheKnownForm() {
    assertThat(hex(TestingMarkers.full().encode())).isEqualTo(MARKER);
    assertThat(hex(TestingMarkers.plain().encode())).isEqualTo(PLAIN_MARKER);
  }

  @Test
  void shouldWriteRejectsInTheKnownForm() {
    assertThat(hex(Reject.encode("invalid_text", 1, 300, new byte[] {1, 2, 3}))).isEqualTo(REJECT);
  }

  @Test
  void shouldWriteForgetRecordsInTheKnownForm() {
    assertThat(hex(ForgetTest.full().encode())).isEqualTo(FORGET);
  }

  /** Of a time when a record listed the files of all units, and one dump's units alone. */
  @Test
  void shouldReadForgetRecordsOfTheFormerForm() throws MalformedRecordException {
    WriterSchemas schemas = new WriterSchemas(fingerprint -> Optional.empty());

    Forget forget = Forget.parse(schemas.current(HexFormat.of().parseHex(FORMER_FORGET)));

    assertThat(forget.dump()).isEqualTo("CC-MAIN-2024-10");
    assertThat(forget.units())
        .extracting(ForgottenUnit::unit, unit -> unit.files().size(), ForgottenUnit::hasEnded)
        .containsExactly(tuple("data/CC-MAIN-2024-10#1", 2, false), tuple(".#3", 1, false));
    assertThat(forget.begun()).isEmpty();
    Forget later = Forget.parse(schemas.current(HexFormat.of().parseHex(FORMER_FORGET_2)));
    assertThat(later.units()).isEqualTo(ForgetTest.full().units());
    assertThat(later.begun()).as("not known").isEmpty();
  }

  /**
   * From versions that wrote each path in full, that knew no inputs with commits, and no losses.
   */
  @ParameterizedTest
  @ValueSource(strings = {FORMER_MARKER, FORMER_MARKER_2, FORMER_MARKER_3})
  void shouldReadMarkersOfFormerForms(String marker) throws MalformedRecordException {
    WriterSchemas schemas = new WriterSchemas(fingerprint -> Optional.empty());

    assertThat(EndOfUnit.parse(schemas.current(HexFormat.of().parseHex(marker))))
        .isEqualTo(TestingMarkers.plain());
  }

  /** From a version in which rows carried no further columns along. */
  @Test
  void shouldReadDocumentsOfTheFormerForm() throws MalformedRecordException {
    WriterSchemas schemas = new WriterSchemas(fingerprint -> Optional.empty());

    DocumentRecord document =
        DocumentRecord.parse(schemas.current(HexFormat.of().parseHex(FORMER_DOCUMENT)));

    assertThat(document.row()).isEqualTo(7);
    assertThat(document.columns().hasRemaining()).isFalse();
    assertThat(document.textLength()).isEqualTo("Grüße".getBytes(UTF_8).length);
  }
}
