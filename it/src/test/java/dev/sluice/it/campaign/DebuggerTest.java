package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.connect.ListeningConnector;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.BindException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DebuggerTest {
  private final AtomicInteger attempts = new AtomicInteger();

  /** The connector of this JDK, which finds every port taken for a while. */
  private ListeningConnector connector(int taken) {
    ListeningConnector real =
        Bootstrap.virtualMachineManager().listeningConnectors().stream()
            .filter(known -> known.name().equals("com.sun.jdi.SocketListen"))
            .findFirst()
            .orElseThrow();
    return (ListeningConnector)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ListeningConnector.class},
            (proxy, method, arguments) -> {
              boolean listens = method.getName().equals("startListening");
              if (listens && attempts.incrementAndGet() <= taken) {
                throw new BindException("Address already in use");
              }
              return method.invoke(real, arguments);
            });
  }

  @Test
  void shouldTryAnotherPortWhereOneIsTaken() {
    try (Debugger debugger = Debugger.listen(connector(3))) {
      assertThat(debugger.jvmOptions()).singleElement().asString().matches(".*address=.*:[0-9]+");
    }
    assertThat(attempts).hasValue(4);
  }

  @Test
  void shouldGiveUpWhereAllPortsAreTaken() {
    assertThatThrownBy(() -> Debugger.listen(connector(Integer.MAX_VALUE)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("Address already in use");
    assertThat(attempts.get()).isLessThan(100);
  }
}
