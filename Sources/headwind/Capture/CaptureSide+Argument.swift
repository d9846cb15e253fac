public import ArgumentParser
public import Captures

extension CaptureSide: ExpressibleByArgument {}
