package dev.sluice.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The bytes on the topics. Topics outlive programs: who changes these, breaks what is on them. */
class GoldenBytesTest {
  private static final String DOCUMENT =
      "c3010c39f0ed5dde9e552243432d4d41494e2d323032342d313023314c646174612f43432d4d4149"
          + "4e2d323032342d31302f3030305f30303030302e706172717565740e1e43432d4d41494e2d323032"
          + "342d31305e3c75726e3a757569643a30663866616435622d643963622d343639662d613136352d37"
          + "30383637373238393530653e020000000000000c4000020e4772c3bcc39f65";

  private static final String POINTED_DOCUMENT =
      "c3010c39f0ed5dde9e552243432d4d41494e2d323032342d313023314c646174612f43432d4d4149"
          + "4e2d323032342d31302f3030305f30303030302e706172717565740e1e43432d4d41494e2d323032"
          + "342d31305e3c75726e3a757569643a30663866616435622d643963622d343639662d613136352d37"
          + "30383637373238393530653e020000000000000c40020680a0be8195014000ff00ff00ff00ff00ff"
          + "00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff0100";

  private static final String MARKER =
      "c30106567f70074cb0e92c646174612f43432d4d41494e2d323032342d3130233202041c64617461"
          + "2f612e706172717565741e646174612fc3b62e7061727175657400021e646174612fc3b62e706172"
          + "717565742c726f772067726f7570203320697320637574206f666600041e43432d4d41494e2d3230"
          + "32342d313002000208726f777380897a00000e756e6b6e6f776e0206332e30021673616d706c6564"
          + "5f6f75740a000000021e43432d4d41494e2d323032342d31300206332e3002086b657074d8040000"
          + "00";

  private static final String REJECT =
      "c301966469719cf5b08918696e76616c69645f7465787402d80406010203";

  private static final String FORGET =
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
  void shouldWriteMarkersInTheKnownForm() {
    assertThat(hex(TestingMarkers.full().encode())).isEqualTo(MARKER);
  }

  @Test
  void shouldWriteRejectsInTheKnownForm() {
    assertThat(hex(Reject.encode("invalid_text", 1, 300, new byte[] {1, 2, 3}))).isEqualTo(REJECT);
  }

  @Test
  void shouldWriteForgetRecordsInTheKnownForm() {
    assertThat(hex(ForgetTest.full().encode())).isEqualTo(FORGET);
  }
}
