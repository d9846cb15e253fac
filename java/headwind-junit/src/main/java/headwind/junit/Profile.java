package headwind.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs a test, or the tests of a class, with this profile in force: a name such as "Slow Net", or the path of a file. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Profile.Several.class)
@ExtendWith(HeadwindExtension.class)
public @interface Profile {
  /** The profile, or with {@link #when} also "rebind", "link-down" or "link-up". */
  String value();

  /** The event on the wire with which the profile comes into force; at once, if this is empty. */
  String when() default "";

  /** Several profiles, which apply from top to bottom. */
  @Target({ElementType.TYPE, ElementType.METHOD})
  @Retention(RetentionPolicy.RUNTIME)
  @ExtendWith(HeadwindExtension.class)
  @interface Several {
    /** The profiles. */
    Profile[] value();
  }
}
