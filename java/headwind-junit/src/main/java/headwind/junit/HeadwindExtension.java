package headwind.junit;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/** Gives a test its link, with the profiles of its annotations in force, and resets the link at the test's end. */
public final class HeadwindExtension implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(HeadwindExtension.class);

  /** A test's turn on the link. */
  private record Turn(Link link, Map<String, String> before) {}

  @Override
  public void beforeEach(ExtensionContext context) {
    turn(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Link.class && context.getTestMethod().isPresent();
  }

  @Override
  public Link resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return turn(context).link;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Turn turn = context.getStore(NAMESPACE).remove(Turn.class, Turn.class);
    if (turn == null) return;
    try (Link link = turn.link) {
      context.getExecutionException().filter(error -> !(error instanceof TestAbortedException))
          .ifPresent(error -> error.addSuppressed(keep(link, nameOf(context))));
      link.restore(turn.before);
    }
  }

  private static Turn turn(ExtensionContext context) {
    return context.getStore(NAMESPACE).getOrComputeIfAbsent(Turn.class, key -> begin(context), Turn.class);
  }

  private static Turn begin(ExtensionContext context) {
    if (Optional.ofNullable(System.getenv("HEADWIND_CONTROL")).orElse("").isEmpty()) {
      String reason = "this test needs a link, and HEADWIND_CONTROL is not set; " + Control.HOW_TO_RUN;
      if ("skip".equals(System.getenv("HEADWIND_LINK_MISSING"))) throw new TestAbortedException(reason);
      throw new LinkException(reason);
    }
    Link link = new Link(nameOf(context));
    try {
      Map<String, String> before = link.status();
      for (Profile profile : profiles(context)) {
        if (profile.when().isEmpty()) link.switchTo(profile.value());
        else link.follow(profile.value(), profile.when());
      }
      return new Turn(link, before);
    } catch (LinkException error) {
      // The test does not begin, so nothing else resets the link.
      link.reset();
      link.close();
      throw error;
    }
  }

  /** Those of the outermost class first, those of the method last. */
  private static List<Profile> profiles(ExtensionContext context) {
    Deque<AnnotatedElement> elements = new ArrayDeque<>();
    elements.addFirst(context.getRequiredTestMethod());
    for (Class<?> type = context.getRequiredTestClass(); type != null; type = type.getEnclosingClass()) elements.addFirst(type);
    List<Profile> profiles = new ArrayList<>();
    for (AnnotatedElement element : elements) {
      profiles.addAll(AnnotationSupport.findRepeatableAnnotations(element, Profile.class));
    }
    return profiles;
  }

  private static String nameOf(ExtensionContext context) {
    String method = context.getRequiredTestClass().getSimpleName() + "." + context.getRequiredTestMethod().getName();
    String shown = context.getDisplayName();
    // Repeated and parameterized tests share a method.
    return shown.startsWith(context.getRequiredTestMethod().getName() + "(") ? method : method + "-" + shown;
  }

  /** Keeps the packets and the timeline of a test that failed, and says where they are. */
  private static Exception keep(Link link, String name) {
    try {
      String folder = Optional.ofNullable(System.getenv("HEADWIND_CAPTURES")).filter(f -> !f.isEmpty()).orElse("headwind-captures");
      Path directory = Files.createDirectories(Path.of(folder).toAbsolutePath());
      String safe = name.replaceAll("[^\\w.,=-]+", "-");
      String file = safe.substring(0, Math.min(150, safe.length()));
      String timeline = String.join("\n", link.timeline());
      Path text = Files.writeString(directory.resolve(file + ".txt"), timeline + "\n");
      Path packets = directory.resolve(file + ".pcapng");
      link.capture(packets);
      return new WhatCrossedTheWire("packets: " + packets + "\ntimeline: " + text + "\n" + timeline);
    } catch (LinkException | IOException error) {
      return new WhatCrossedTheWire("the packets of the test cannot be kept: " + error.getMessage());
    }
  }

  /** A note beside the failure of a test; its own stack says nothing. */
  private static final class WhatCrossedTheWire extends Exception {
    private static final long serialVersionUID = 1;

    WhatCrossedTheWire(String message) {
      super(message, null, false, false);
    }
  }
}
