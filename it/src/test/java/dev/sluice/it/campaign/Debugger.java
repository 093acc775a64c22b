package dev.sluice.it.campaign;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.StepRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Stops a process of the program at a point, with all its threads standing still. The process calls
 * in when it starts, and waits until {@link #go}. For one thread.
 */
final class Debugger implements AutoCloseable {
  private static final int ATTEMPTS = 10;
  private static final int POLL_MILLIS = 100;
  private static final Object AIM = "aim";

  /** A JDK has one connector, which keeps a book of who listens that is not made for threads. */
  private static final Object BOOK = new Object();

  private static final int CALL_IN_MILLIS = 180_000;

  private final ListeningConnector connector;
  private final Map<String, Connector.Argument> arguments;
  private final String address;
  private VirtualMachine machine;
  private final List<Aim> aims = new ArrayList<>();
  private final Set<Aim> watched = new HashSet<>();
  private final Map<Aim, Integer> hits = new HashMap<>();
  private final Map<ThreadReference, Deque<Leaving>> leaving = new HashMap<>();
  private final Deque<Aim> reached = new ArrayDeque<>();

  /** A method that a thread is in and that is watched for its end, with the frames up to it. */
  private record Leaving(Aim aim, int depth) {}

  private Debugger(ListeningConnector connector) throws IOException {
    this.connector = connector;
    this.arguments = connector.defaultArguments();
    arguments.get("localAddress").setValue("127.0.0.1");
    arguments.get("port").setValue("0");
    arguments.get("timeout").setValue(Integer.toString(CALL_IN_MILLIS));
    try {
      synchronized (BOOK) {
        this.address = connector.startListening(arguments);
      }
    } catch (IllegalConnectorArgumentsException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits for a call at an address of its own. */
  static Debugger listen() {
    for (ListeningConnector connector : Bootstrap.virtualMachineManager().listeningConnectors()) {
      if (connector.name().equals("com.sun.jdi.SocketListen")) {
        return listen(connector);
      }
    }
    throw new IllegalStateException("this JDK has no com.sun.jdi.SocketListen");
  }

  /** Waits for a call that this connector takes. */
  static Debugger listen(ListeningConnector connector) {
    for (int attempt = 1; ; attempt++) {
      try {
        return new Debugger(connector);
      } catch (BindException e) { // rarely, also where any port would do
        if (attempt == ATTEMPTS) {
          throw new UncheckedIOException(e);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Makes a process call in. */
  List<String> jvmOptions() {
    return List.of("-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=" + address);
  }

  /**
   * Takes the call of a process that has just been started, and waits until it says that it stands
   * still. Whoever lets go of it before that is too early: it would stand still for ever.
   */
  void connect() {
    try {
      machine = connector.accept(arguments);
      synchronized (BOOK) {
        connector.stopListening(arguments);
      }
      machine.eventQueue().remove(CALL_IN_MILLIS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalConnectorArgumentsException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Lets the process run from its start, or from where it stands. */
  void go() {
    release(machine::resume);
  }

  /** Where it is to be stopped; before {@link #go}. */
  void arm(List<Aim> next) {
    aims.addAll(next);
    for (Aim aim : next) {
      String className = aim.point().code().className();
      ClassPrepareRequest prepared = machine.eventRequestManager().createClassPrepareRequest();
      prepared.addClassFilter(className);
      prepared.enable();
      machine.classesByName(className).forEach(this::watch);
    }
  }

  private void watch(ReferenceType type) {
    for (Aim aim : aims) {
      Code code = aim.point().code();
      if (code.className().equals(type.name()) && watched.add(aim)) {
        type.methodsByName(code.method()).stream()
            .filter(method -> !method.isAbstract() && !method.isBridge() && takes(method, code))
            .forEach(method -> watch(method, aim));
      }
    }
  }

  private void watch(Method method, Aim aim) {
    BreakpointRequest request =
        machine.eventRequestManager().createBreakpointRequest(method.location());
    request.setSuspendPolicy(EventRequest.SUSPEND_ALL);
    request.putProperty(AIM, aim);
    if (aim.point().code().isForAnyCaller()) {
      request.addCountFilter(aim.hit());
    }
    request.enable();
  }

  private static boolean takes(Method method, Code code) {
    List<String> types = method.argumentTypeNames();
    return code.argument().isEmpty() || !types.isEmpty() && types.get(0).contains(code.argument());
  }

  /**
   * Waits until the process stands still where it was aimed at.
   *
   * @return where; empty when it has ended before, or was given up
   */
  Optional<Aim> awaitHit(BooleanSupplier givenUp) {
    try {
      while (reached.isEmpty() && !givenUp.getAsBoolean()) {
        EventSet events = machine.eventQueue().remove(POLL_MILLIS);
        if (events != null) {
          take(events);
        }
      }
    } catch (VMDisconnectedException e) {
      return Optional.empty();
    } catch (InterruptedException | IncompatibleThreadStateException e) {
      throw new IllegalStateException(e);
    }
    return Optional.ofNullable(reached.poll());
  }

  private void take(EventSet events) throws IncompatibleThreadStateException {
    for (Event event : events) {
      if (event instanceof ClassPrepareEvent prepared) {
        watch(prepared.referenceType());
      } else if (event instanceof StepEvent step) {
        left(step.thread());
      } else if (event instanceof BreakpointEvent hit && isAim(hit)) {
        Aim aim = (Aim) hit.request().getProperty(AIM);
        machine.eventRequestManager().breakpointRequests().stream()
            .filter(request -> aim.equals(request.getProperty(AIM)))
            .forEach(EventRequest::disable);
        if (aim.point().when() == Point.When.BEFORE) {
          reached.add(aim);
        } else {
          enter(hit.thread(), aim);
        }
      }
    }
    if (reached.isEmpty()) {
      events.resume();
    }
  }

  private boolean isAim(BreakpointEvent hit) throws IncompatibleThreadStateException {
    Aim aim = (Aim) hit.request().getProperty(AIM);
    Code code = aim.point().code();
    return code.isForAnyCaller()
        || code.isCalledBy(callers(hit.thread())) && hits.merge(aim, 1, Integer::sum) == aim.hit();
  }

  private static List<String> callers(ThreadReference thread)
      throws IncompatibleThreadStateException {
    return thread.frames(1, thread.frameCount() - 1).stream()
        .map(frame -> frame.location().declaringType().name())
        .toList();
  }

  /** Methods may be nested; a thread takes one request to step at a time. */
  private void enter(ThreadReference thread, Aim aim) throws IncompatibleThreadStateException {
    leaving
        .computeIfAbsent(thread, none -> new ArrayDeque<>())
        .push(new Leaving(aim, thread.frameCount()));
    stepOut(thread);
  }

  private void left(ThreadReference thread) throws IncompatibleThreadStateException {
    Deque<Leaving> around = leaving.get(thread);
    while (!around.isEmpty() && thread.frameCount() < around.peek().depth()) {
      reached.add(around.pop().aim());
    }
    stepOut(thread);
  }

  /** Steps on for as long as the thread is in a method that is watched for its end. */
  private void stepOut(ThreadReference thread) {
    EventRequestManager requests = machine.eventRequestManager();
    requests.deleteEventRequests(
        requests.stepRequests().stream()
            .filter(request -> request.thread().equals(thread))
            .toList());
    if (!leaving.get(thread).isEmpty()) {
      StepRequest step =
          requests.createStepRequest(thread, StepRequest.STEP_MIN, StepRequest.STEP_OUT);
      step.addCountFilter(1);
      step.setSuspendPolicy(EventRequest.SUSPEND_ALL);
      step.enable();
    }
  }

  /** Leaves the process to itself. */
  void release() {
    release(machine::dispose);
  }

  private static void release(Runnable how) {
    try {
      how.run();
    } catch (VMDisconnectedException e) {
      // It has ended: nothing holds it.
      return;
    }
  }

  @Override
  public void close() {
    if (machine != null) {
      release();
    }
  }
}
