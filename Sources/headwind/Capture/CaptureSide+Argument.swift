import ArgumentParser
import Captures

extension CaptureSide: ExpressibleByArgument {}
